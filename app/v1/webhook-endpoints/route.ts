import { createWebhookEndpoint } from "#lib/changes/webhook-endpoints";
import { change } from "#lib/http/change-endpoint";
import { routes } from "#lib/http/endpoint";
import { read } from "#lib/http/read-endpoint";
import { listWebhookEndpoints } from "#lib/reads/webhook-endpoints";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: read(listWebhookEndpoints),
  POST: change(createWebhookEndpoint),
});
