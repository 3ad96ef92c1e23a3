import { routes } from "#lib/api/endpoints/endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";
import { getJob } from "#lib/jobs/queries";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: query(getJob) });
