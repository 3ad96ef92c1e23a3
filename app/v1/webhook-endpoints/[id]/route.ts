import { command } from "#lib/api/endpoints/command-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";
import { deleteWebhookEndpoint, updateWebhookEndpoint } from "#lib/webhooks/endpoints/commands";
import { getWebhookEndpoint } from "#lib/webhooks/endpoints/queries";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: query(getWebhookEndpoint),
  PATCH: command(updateWebhookEndpoint),
  DELETE: command(deleteWebhookEndpoint),
});
