import { routes } from "#lib/http/endpoint";
import { read } from "#lib/http/read-endpoint";
import { listProviders } from "#lib/reads/providers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: read(listProviders) });
