import { routes } from "#lib/http/endpoint";
import { read } from "#lib/http/read-endpoint";
import { listRecalls } from "#lib/reads/recalls";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: read(listRecalls) });
