import type { ReadDefinition } from "#lib/reads/definition";
import { getJob, listJobs } from "#lib/reads/jobs";
import { listLocations } from "#lib/reads/locations";
import { listPatients } from "#lib/reads/patients";
import { getSettings } from "#lib/reads/settings";
import { listVisitStatuses } from "#lib/reads/visit-statuses";

/** Every read of `/v1`; a test fails where a route is missing here. */
export const allReads = [
  getJob,
  getSettings,
  listJobs,
  listLocations,
  listPatients,
  listVisitStatuses,
] as unknown as readonly ReadDefinition[];
