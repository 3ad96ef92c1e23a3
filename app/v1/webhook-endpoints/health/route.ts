import { routes } from "#lib/api/endpoints/endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";
import { getWebhookHealth } from "#lib/webhooks/endpoints/health";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: query(getWebhookHealth) });
