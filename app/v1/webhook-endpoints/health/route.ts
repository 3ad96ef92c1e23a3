import { routes } from "#lib/api/endpoints/endpoint";
import { read } from "#lib/api/endpoints/read-endpoint";
import { getWebhookHealth } from "#lib/webhooks/endpoints/health";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: read(getWebhookHealth) });
