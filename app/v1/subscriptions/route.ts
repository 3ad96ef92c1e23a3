import { command } from "#lib/api/endpoints/command-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";
import { putSubscriptions } from "#lib/webhooks/subscriptions/commands";
import { getSubscriptions } from "#lib/webhooks/subscriptions/queries";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: query(getSubscriptions),
  PUT: command(putSubscriptions),
});
