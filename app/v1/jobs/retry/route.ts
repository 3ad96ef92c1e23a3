import { change } from "#lib/api/endpoints/change-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { retryMatchingJobs } from "#lib/jobs/changes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ POST: change(retryMatchingJobs) });
