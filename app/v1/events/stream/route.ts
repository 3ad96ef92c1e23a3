import { routes } from "#lib/api/endpoints/endpoint";
import { eventStream } from "#lib/api/stream/stream-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: eventStream });
