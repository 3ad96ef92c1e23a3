import { command } from "#lib/api/endpoints/command-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { testWebhookEndpoint } from "#lib/webhooks/endpoints/commands";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ POST: command(testWebhookEndpoint) });
