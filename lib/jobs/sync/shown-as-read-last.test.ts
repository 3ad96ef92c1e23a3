/** @module-tag long */

import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { GET as APPOINTMENTS } from "#app/v1/appointments/route.ts";
import { GET as CLAIMS } from "#app/v1/claims/route.ts";
import { GET as LOCATIONS } from "#app/v1/locations/route.ts";
import { GET as PATIENTS } from "#app/v1/patients/route.ts";
import { PATCH } from "#app/v1/providers/[id]/route.ts";
import { GET as PROVIDERS } from "#app/v1/providers/route.ts";
import { GET as REFERRALS } from "#app/v1/referrals/route.ts";
import { drawAsOf } from "#lib/db/as-of";
import { withTenant } from "#lib/db/tenant";
import { connectEmr } from "#lib/emr/connect";
import { forgetSingleton } from "#lib/kernel/singleton";
import { storeClaims } from "#lib/resources/claims/sync";
import { call } from "#lib/testing/call";
import { fillClinic } from "#lib/testing/interface-only-clinic";
import { type InterfaceOnlyServer, startInterfaceOnlyServer } from "#lib/testing/interface-only-server";
import { jobsOf } from "#lib/testing/jobs";
import { linkRemote } from "#lib/testing/link-remote";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { UNLIMITED } from "#lib/testing/sandbox-emr";
import { testDatabase } from "#lib/testing/test-database";
import { syncAccount } from "./sync-account.ts";

process.env.SEED = "demo";
const database = testDatabase();
let remote: InterfaceOnlyServer;
let account: TestAccount;
const jobs = jobsOf(database, () => account);

beforeAll(async () => {
  forgetSingleton("environment");
  remote = await startInterfaceOnlyServer();
});
afterAll(() => remote.stop());
beforeEach(async () => {
  fillClinic(remote);
  account = await makeLinkedAccount({ emrType: "records_api" });
  await linkRemote(database, account, remote);
});

type Kind = "appointments" | "claims" | "locations" | "providers" | "referrals";

const READS = {
  appointments: APPOINTMENTS,
  claims: CLAIMS,
  locations: LOCATIONS,
  providers: PROVIDERS,
  referrals: REFERRALS,
  patients: PATIENTS,
} as const;

/** Returns the marks of a list's records, by the first field of their ids. */
async function marksOf(kind: Kind | "patients"): Promise<Record<string, string | null>> {
  const query = kind === "appointments" ? "?start_date=2020-01-01&end_date=2040-01-01" : "";
  const { body } = await call(READS[kind], "GET", `/${kind}${query}`, { headers: account.headers });
  const idOf = (row: Record<string, string>) =>
    row.emr_appointment_id ?? row.emr_claim_id ?? row.emr_id ?? row.ehr_id ?? row.id ?? "";
  return Object.fromEntries(body[kind].map((row: Record<string, string>) => [idOf(row), row.set_aside || null]));
}

/** Lets the remote say of the first record of a list that it shows it as it read it last. */
const mark = (kind: Kind, set_aside: unknown) => Object.assign(remote.records[kind][0] ?? {}, { set_aside });

const WHY = "The server does not allow it";

it.each<[Kind, string]>([
  ["appointments", "APT-1"],
  ["claims", "CLM-1"],
  ["locations", "LOC-1"],
  ["providers", "101"],
  ["referrals", "1".repeat(32)],
])(
  "%s that the remote shows as it read them last are marked here with its reason, until it is current again",
  async (kind, id) => {
    mark(kind, WHY);
    await syncAccount(account.tenant);
    const marks = await marksOf(kind);
    expect(marks[id]).toBe(WHY);
    expect(Object.values(marks).filter((reason) => reason !== null)).toHaveLength(1);
    expect(Object.values(await marksOf("patients")).every((reason) => reason === null)).toBe(true);
    mark(kind, kind === "appointments" ? "" : null);
    await syncAccount(account.tenant);
    expect((await marksOf(kind))[id]).toBeNull();
  },
);

it.each([
  ["a flag", true, /^The EMR shows/],
  ["an object", { reason: WHY, at: "2026-01-01T00:00:00Z" }, /^The EMR shows/],
  ["a character that cannot be stored", "a\u0000b", /^The EMR shows/],
  ["blanks", "  ", /^The EMR shows/],
  ["a long text", "x".repeat(10_000), /^x{400,600}$/],
])("a reason that is %s costs neither the record nor its mark", async (_what, reason, shown) => {
  mark("claims", reason);
  await syncAccount(account.tenant);
  expect(await marksOf("claims")).toMatchObject({ "CLM-1": expect.stringMatching(shown), "CLM-2": null });
});

it("reading some claims takes the remote's marks over, and away", async () => {
  await syncAccount(account.tenant);
  const { tenant } = account;
  const emr = connectEmr(
    {
      id: tenant.linkedAccountId,
      organizationId: tenant.organizationId,
      name: "Annex",
      emrType: "records_api",
      timezone: "America/New_York",
      connection: { ...remote.connection },
      profile: null,
    },
    UNLIMITED,
  );
  const refresh = async () => {
    const asked = { asOf: await withTenant(tenant, drawAsOf), since: new Date() };
    const read = await emr.listClaims({ emrClaimIds: ["CLM-1", "CLM-2"] }, new AbortController().signal);
    await withTenant(tenant, (tx) => storeClaims(tx, tenant, { ...read, ...asked }));
  };
  mark("claims", WHY);
  await refresh();
  expect(await marksOf("claims")).toMatchObject({ "CLM-1": WHY, "CLM-2": null });
  mark("claims", null);
  await refresh();
  expect(await marksOf("claims")).toMatchObject({ "CLM-1": null, "CLM-2": null });
});

it("the reading of one provider's schedule takes marks away, and removes no visit that it could not read", async () => {
  mark("appointments", WHY);
  await syncAccount(account.tenant);
  mark("appointments", "");
  Object.assign(remote.records.appointments[1] ?? {}, { datetime: "someday" });
  const { body } = await call(PROVIDERS, "GET", "/providers", { headers: account.headers });
  const { id } = body.providers.find(({ ehr_id }: { ehr_id: string }) => ehr_id === "101");
  for (const status of ["inactive", "active"])
    await call(PATCH, "PATCH", `/providers/${id}`, { headers: account.headers, body: { status }, params: { id } });
  const [job] = await database.asOwner<{ id: string }>(
    "SELECT id FROM job WHERE type = 'schedule_sync' AND linked_account_id = $1",
    [account.tenant.linkedAccountId],
  );
  await jobs.run(Number(job?.id));
  expect(await marksOf("appointments")).toMatchObject({ "APT-1": null, "APT-3": null });
});
