import { routes } from "#lib/api/endpoints/endpoint";
import { read } from "#lib/api/endpoints/read-endpoint";
import { getSettings } from "#lib/resources/settings/reads";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: read(getSettings) });
