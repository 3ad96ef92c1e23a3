import { routes } from "#lib/api/endpoints/endpoint";
import { read } from "#lib/api/endpoints/read-endpoint";
import { getJobStats } from "#lib/jobs/stats";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: read(getJobStats) });
