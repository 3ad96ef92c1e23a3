import { routes } from "#lib/http/endpoint";
import { read } from "#lib/http/read-endpoint";
import { listVisitTypes } from "#lib/reads/visit-types";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: read(listVisitTypes) });
