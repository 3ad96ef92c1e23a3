import { routes } from "#lib/http/endpoint";
import { read } from "#lib/http/read-endpoint";
import { getJobStats } from "#lib/reads/job-stats";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: read(getJobStats) });
