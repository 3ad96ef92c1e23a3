import { routes } from "#lib/api/endpoints/endpoint";
import { read } from "#lib/api/endpoints/read-endpoint";
import { getRecall } from "#lib/resources/recalls/reads";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: read(getRecall) });
