import { routes } from "#lib/api/endpoints/endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";
import { getJobStats } from "#lib/jobs/stats";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: query(getJobStats) });
