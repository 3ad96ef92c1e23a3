import { change } from "#lib/api/endpoints/change-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { testWebhookEndpoint } from "#lib/webhooks/endpoints/changes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ POST: change(testWebhookEndpoint) });
