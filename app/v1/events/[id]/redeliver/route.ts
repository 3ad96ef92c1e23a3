import { change } from "#lib/api/endpoints/change-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { redeliverEvent } from "#lib/webhooks/deliveries/redeliver";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ POST: change(redeliverEvent) });
