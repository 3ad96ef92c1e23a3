import { change } from "#lib/api/endpoints/change-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { read } from "#lib/api/endpoints/read-endpoint";
import { deleteWebhookEndpoint, updateWebhookEndpoint } from "#lib/webhooks/endpoints/changes";
import { getWebhookEndpoint } from "#lib/webhooks/endpoints/reads";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: read(getWebhookEndpoint),
  PATCH: change(updateWebhookEndpoint),
  DELETE: change(deleteWebhookEndpoint),
});
