import { routes } from "#lib/http/endpoint";
import { read } from "#lib/http/read-endpoint";
import { listClaims } from "#lib/reads/claims";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: read(listClaims) });
