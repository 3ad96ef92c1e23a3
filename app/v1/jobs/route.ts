import { routes } from "#lib/http/endpoint";
import { read } from "#lib/http/read-endpoint";
import { listJobs } from "#lib/reads/jobs";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: read(listJobs) });
