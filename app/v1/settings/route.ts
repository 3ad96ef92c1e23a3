import { routes } from "#lib/http/endpoint";
import { read } from "#lib/http/read-endpoint";
import { getSettings } from "#lib/reads/settings";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: read(getSettings) });
