import { connectorOf } from "#lib/emr/connect";
import type { Profile } from "#lib/emr/port/profile";
import { syncOver } from "#lib/jobs/sync/sync-account";
import type { AccountTenant } from "#lib/kernel/principal";
import { closeSingletons } from "#lib/kernel/singleton";
import { CLINIC_TIMEZONE } from "#lib/testing/fhir/clinic/plan";
import { clinicConnection } from "#lib/testing/fhir/linked-clinic";
import { UNLIMITED } from "#lib/testing/sandbox-emr";
import type { FirstSyncEnd } from "./first-sync-process.ts";

/** Parameters of the process: its first argument, as JSON. */
export interface FhirSync {
  tenant: AccountTenant;
  requestedAt: string;
  baseUrl: string;
  profile: Profile;
}

const { tenant, requestedAt, baseUrl, profile } = JSON.parse(process.argv[2] ?? "") as FhirSync;
const connection = clinicConnection(baseUrl);
const account = {
  id: tenant.linkedAccountId,
  organizationId: tenant.organizationId,
  name: "Lakeside",
  emrType: "fhir",
};
const emr = connectorOf("fhir").open(
  { ...account, timezone: CLINIC_TIMEZONE, connection, profile },
  connection,
  UNLIMITED,
);

const since = performance.now();
await syncOver(tenant, emr, { emrType: "fhir", linkVersion: 0, requestedAt: new Date(requestedAt), acceptHeld: [] });
const seconds = (performance.now() - since) / 1000;
await closeSingletons();
const end: FirstSyncEnd = { peakBytes: process.resourceUsage().maxRSS * 1024, seconds };
process.stdout.write(JSON.stringify(end));
