import { routes } from "#lib/http/endpoint";
import { read } from "#lib/http/read-endpoint";
import { listReferringProviders } from "#lib/reads/referring-providers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: read(listReferringProviders) });
