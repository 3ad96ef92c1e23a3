import { routes } from "#lib/api/endpoints/endpoint";
import { read } from "#lib/api/endpoints/read-endpoint";
import { listLocations } from "#lib/resources/locations/reads";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: read(listLocations) });
