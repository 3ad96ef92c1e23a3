import { change } from "#lib/api/endpoints/change-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { reconcileOneJob } from "#lib/jobs/changes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ POST: change(reconcileOneJob) });
