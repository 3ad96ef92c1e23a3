import { routes } from "#lib/http/endpoint";
import { read } from "#lib/http/read-endpoint";
import { getWebhookHealth } from "#lib/reads/webhook-health";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: read(getWebhookHealth) });
