import { routes } from "#lib/http/endpoint";
import { read } from "#lib/http/read-endpoint";
import { listAvailability } from "#lib/reads/availability";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: read(listAvailability) });
