import { routes } from "#lib/http/endpoint";
import { read } from "#lib/http/read-endpoint";
import { listLocations } from "#lib/reads/locations";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: read(listLocations) });
