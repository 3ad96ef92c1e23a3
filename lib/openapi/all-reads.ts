import { listClaims } from "#lib/reads/claims";
import type { ReadDefinition } from "#lib/reads/definition";
import { getJob, listJobs } from "#lib/reads/jobs";
import { getLinkedAccount } from "#lib/reads/linked-accounts";
import { listLocations } from "#lib/reads/locations";
import { listPatients } from "#lib/reads/patients";
import { getSettings } from "#lib/reads/settings";
import { getSubscriptions } from "#lib/reads/subscriptions";
import { listVisitStatuses } from "#lib/reads/visit-statuses";
import { getWebhookEndpoint, listWebhookEndpoints } from "#lib/reads/webhook-endpoints";

/** Every read of `/v1`; a test fails where a route is missing here. */
export const allReads = [
  getJob,
  getLinkedAccount,
  getSettings,
  getSubscriptions,
  getWebhookEndpoint,
  listClaims,
  listJobs,
  listLocations,
  listPatients,
  listVisitStatuses,
  listWebhookEndpoints,
] as unknown as readonly ReadDefinition[];
