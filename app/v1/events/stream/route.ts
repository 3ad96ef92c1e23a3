import { routes } from "#lib/http/endpoint";
import { eventStream } from "#lib/http/stream-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: eventStream });
