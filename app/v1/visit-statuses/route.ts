import { routes } from "#lib/http/endpoint";
import { read } from "#lib/http/read-endpoint";
import { listVisitStatuses } from "#lib/reads/visit-statuses";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: read(listVisitStatuses) });
