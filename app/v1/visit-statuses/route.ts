import { routes } from "#lib/api/endpoints/endpoint";
import { read } from "#lib/api/endpoints/read-endpoint";
import { listVisitStatuses } from "#lib/resources/visit-statuses/reads";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: read(listVisitStatuses) });
