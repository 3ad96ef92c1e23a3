import { command } from "#lib/api/endpoints/command-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { redeliverEvents } from "#lib/webhooks/deliveries/redeliver";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ POST: command(redeliverEvents) });
