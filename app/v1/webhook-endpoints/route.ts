import { command } from "#lib/api/endpoints/command-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";
import { createWebhookEndpoint } from "#lib/webhooks/endpoints/commands";
import { listWebhookEndpoints } from "#lib/webhooks/endpoints/queries";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: query(listWebhookEndpoints),
  POST: command(createWebhookEndpoint),
});
