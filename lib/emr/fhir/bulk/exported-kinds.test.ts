/** @module-tag long */
import type { FhirResource } from "fhir/r4";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { unsupportedKindsOf } from "#lib/emr/connect";
import type { FhirConnection } from "#lib/emr/fhir/connection";
import { findingsOf } from "#lib/emr/fhir/findings";
import { EmrError } from "#lib/emr/port/port";
import type { Profile } from "#lib/emr/port/profile";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { forgetSingleton } from "#lib/kernel/singleton";
import { type ExportingServer, startExportingServer } from "#lib/testing/fhir/bulk/exporting-server";
import type { BulkQuirks } from "#lib/testing/fhir/bulk/quirks";
import { linkServer } from "#lib/testing/fhir/linked-case";
import type { Quirks } from "#lib/testing/fhir/replay/quirks";
import { patient, smallClinic, visit } from "#lib/testing/fhir/replay/small-clinic";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

process.env.SEED = "demo";
const database = testDatabase();
beforeAll(() => forgetSingleton("environment"));

let server: ExportingServer;
let account: TestAccount;
afterEach(() => server.stop());

/** No search is answered. */
const NO_SEARCHES = { "*": { sets: [], status: 400, diagnostics: "Searches are not supported" } };

const OF_PATIENT = { sets: [["patient"]], status: 400, diagnostics: "must have patient" };
/** Epic without searches of people: the rest is shown for one patient at a time. */
const OF_PATIENTS_ALONE = {
  ...NO_SEARCHES,
  Patient: { sets: [["_id"], ["identifier"]], status: 400, diagnostics: "must have identifier" },
  Practitioner: { sets: [["_id"]], status: 400, diagnostics: "must have identifier" },
  Appointment: OF_PATIENT,
  ServiceRequest: OF_PATIENT,
  DocumentReference: OF_PATIENT,
};

/** The patients of the small clinic changed at different times. */
const clinic = (): FhirResource[] =>
  smallClinic().map((each) =>
    each.resourceType === "Patient"
      ? { ...each, meta: { lastUpdated: `2026-01-0${String(each.id).slice(1)}T10:00:00Z` } }
      : each,
  );

const id = () => account.tenant.linkedAccountId;

async function link(
  bulk: Partial<BulkQuirks> = {},
  {
    requires = NO_SEARCHES,
    resources = clinic(),
    quirks = {},
    ...settings
  }: Partial<FhirConnection> & {
    requires?: Quirks["requires"];
    resources?: FhirResource[];
    quirks?: Partial<Quirks>;
  } = {},
): Promise<void> {
  server = await startExportingServer({ resources, quirks: { requires, ...quirks }, bulk });
  account = await linkServer(database.asOwner, server, settings);
  server.bulk.requests.length = 0;
  server.replay.requests.length = 0;
}

const passTime = () =>
  database.asOwner(
    `UPDATE sync_kind SET first_load = jsonb_set(first_load::jsonb, '{notBefore}', '0')::text
     WHERE linked_account_id = $1 AND first_load LIKE '%notBefore%'`,
    [id()],
  );

/** Syncs until nothing is postponed. Returns the error at the end, or null. */
async function sync(): Promise<EmrError | null> {
  const requestedAt = new Date();
  for (;;) {
    try {
      await syncAccount(account.tenant, { requestedAt });
      return null;
    } catch (error) {
      if (!(error instanceof EmrError)) throw error;
      if (!error.limited) return error;
      await passTime();
    }
  }
}

const rows = (table: string, columns: string): Promise<Record<string, unknown>[]> =>
  database.asOwner(`SELECT ${columns} FROM ${table} WHERE linked_account_id = $1 ORDER BY 1`, [id()]);

const ids = async (table: string, column: string) =>
  (await rows(table, `${column} AS id`)).map((row) => String(row.id));

const visits = () => ids("appointment", "emr_appointment_id");
const patients = () => ids("patient", "ehr_id");

const statusOf = async (kind: string) =>
  (await rows("sync_kind", "kind, status, reason, note, set_aside, since, first_load")).find(
    (row) => row.kind === kind,
  );

async function profile(): Promise<Profile> {
  const [row] = await database.asOwner<{ profile: Profile }>("SELECT profile FROM linked_account WHERE id = $1", [
    id(),
  ]);
  return row?.profile as Profile;
}

const found = async (probe: string) => (await profile()).behaviour.find((each) => each.probe === probe)?.found ?? "";

const kickOffs = () => server.bulk.requests.filter((each) => each.includes("$export"));
const sinces = () => kickOffs().map((each) => new URL(each.slice(4), "http://x").searchParams.get("_since"));

/** Lets the last export of all resources be of more than a week ago. */
const passWeek = () =>
  database.asOwner(
    `UPDATE sync_kind SET since = jsonb_set(since::jsonb, '{wholeAt}', '"2026-01-01T00:00:00.000Z"')::text
     WHERE linked_account_id = $1 AND since LIKE '%wholeAt%'`,
    [id()],
  );

const KINDS = ["providers", "patients", "appointments", "referrals", "documents"];
const ALL_VISITS = ["Slot/o1", "Slot/o2", "a1", "a2", "a3", "a4", "a5"];

describe("a server that exports all, and answers no search", () => {
  it("says that each kind is read from exports, and at what cost", async () => {
    await link();
    const { ways } = findingsOf(await profile());
    for (const type of ["Practitioner", "Patient", "Appointment", "ServiceRequest", "DocumentReference"])
      expect(ways[type]).toMatchObject({ by: "export" });
    expect(await found("How patients are read")).toMatch(
      /^Patient from an export alone, one at each sync for all that is read so\. About 20 calls at first and 20 at a/,
    );
    const unsupported = unsupportedKindsOf({ emrType: "fhir", profile: (await profile()) as never });
    expect(unsupported.map(({ kind }) => kind)).not.toEqual(expect.arrayContaining(["patients"]));
  });

  it("is read from one export at each sync, and follows what changed", async () => {
    await link();
    expect(await sync()).toBeNull();
    expect(await ids("provider", "ehr_id")).toEqual(["dr1", "dr2"]);
    expect(await visits()).toEqual(ALL_VISITS);
    expect(await patients()).toEqual(["p1", "p2", "p3", "p4"]);
    expect(await ids("referral", "ehr_id")).toEqual(["r-p1", "r-p2", "r-p3", "r-p4"]);
    expect(await ids("document", "emr_id")).toEqual(["d-p1", "d-p2", "d-p3", "d-p4"]);
    for (const kind of KINDS) expect(await statusOf(kind)).toMatchObject({ status: "fresh", reason: null, note: null });
    await server.replay.load([visit("new", "dr2", "p4", 2), visit("a1", "dr1", "p1", 6)]);
    expect(await sync()).toBeNull();
    expect(await visits()).toEqual([...ALL_VISITS, "new"]);
    expect(kickOffs()).toHaveLength(2);
    expect(server.bulk.exports()).toBe(0);
    for (const kind of KINDS) expect(await statusOf(kind)).toMatchObject({ status: "fresh", first_load: null });
  });

  it("removes nothing because an export is short, and what the export names as deleted", async () => {
    await link();
    await sync();
    server.bulk.quirks.lacking = ["Patient/p1", "Appointment", "DocumentReference/d-p2"];
    await sync();
    expect(await patients()).toEqual(["p1", "p2", "p3", "p4"]);
    expect(await visits()).toEqual(ALL_VISITS);
    expect(await ids("document", "emr_id")).toEqual(["d-p1", "d-p2", "d-p3", "d-p4"]);
    server.bulk.quirks.deleted = ["Appointment/a1", "DocumentReference/d-p2"];
    await sync();
    expect(await visits()).toEqual(ALL_VISITS.filter((each) => each !== "a1"));
    expect(await ids("document", "emr_id")).toEqual(["d-p1", "d-p3", "d-p4"]);
  });

  it.each<[string, Partial<BulkQuirks>, RegExp]>([
    ["states errors", { errors: ["error"] }, /could not read everything/],
    ["states more than its file has", { counts: 1 }, /resources/],
    ["has a file that is gone", { statuses: { "Patient-0": { status: 404 } } }, /cannot be read/],
  ])("keeps what came of an export that %s, and says why it is not current", async (_name, bulk, reason) => {
    await link();
    await sync();
    Object.assign(server.bulk.quirks, bulk);
    await server.replay.load(patient("p5"));
    await sync();
    expect(await patients()).toEqual(expect.arrayContaining(["p1", "p2", "p3", "p4"]));
    expect(await statusOf("patients")).toMatchObject({ status: "degraded", reason: expect.stringMatching(reason) });
    Object.assign(server.bulk.quirks, { errors: [], counts: 0, statuses: {} });
    await sync();
    expect(await patients()).toEqual(["p1", "p2", "p3", "p4", "p5"]);
    expect(await statusOf("patients")).toMatchObject({ status: "fresh", reason: null });
  });

  it("asks for another export after one that was refused", async () => {
    await link();
    await sync();
    server.bulk.quirks.levels = [];
    await sync();
    expect(await statusOf("patients")).toMatchObject({ status: "degraded" });
    expect(await patients()).toEqual(["p1", "p2", "p3", "p4"]);
    server.bulk.quirks.levels = ["system"];
    await server.replay.load(patient("p5"));
    expect(await sync()).toBeNull();
    expect(await patients()).toContain("p5");
    expect(await statusOf("patients")).toMatchObject({ status: "fresh" });
  });

  it("does not say that a type is current which the server does not export", async () => {
    await link({ unknownTypes: ["ServiceRequest"] });
    await sync();
    expect(await patients()).toEqual(["p1", "p2", "p3", "p4"]);
    expect(await statusOf("referrals")).toMatchObject({
      status: "degraded",
      reason: "The EMR does not export ServiceRequest",
    });
  });
});

describe("a server that shows all but its patients for one of them", () => {
  const settings = { requires: OF_PATIENTS_ALONE, practitioner_ids: "dr1 dr2", export_group: "all" };
  const GROUP = { levels: ["group"], stated: ["group"], lacking: ["Appointment"] } as const;

  it("is read for the patients of its export, each time of another one", async () => {
    await link(GROUP, settings);
    expect(findingsOf(await profile()).ways).toMatchObject({
      Patient: { by: "export" },
      Appointment: { by: "patient" },
      ServiceRequest: { by: "patient" },
    });
    expect(await sync()).toBeNull();
    expect(await patients()).toEqual(["p1", "p2", "p3", "p4"]);
    expect(await visits()).toEqual(["a1", "a2", "a3", "a4", "a5"]);
    expect(await ids("document", "emr_id")).toEqual(["d-p1", "d-p2", "d-p3", "d-p4"]);
    expect(await rows("appointment", "emr_appointment_id, patient_mrn")).toContainEqual({
      emr_appointment_id: "a1",
      patient_mrn: "MRN-p1",
    });
  });

  it("is asked for what changed since, which the export proves to have", async () => {
    await link(GROUP, settings);
    await sync();
    await server.replay.load(patient("p5"));
    await server.replay.load([{ ...patient("p1")[0], meta: {}, active: false } as FhirResource]);
    await sync();
    expect(await patients()).toEqual(["p1", "p2", "p3", "p4", "p5"]);
    expect(await rows("patient", "ehr_id, active")).toContainEqual({ ehr_id: "p1", active: false });
    expect(sinces()).toEqual([null, "2026-01-02T09:59:59.000Z"]);
    await passWeek();
    await sync();
    expect(sinces()[2]).toBeNull();
  });

  it.each<[BulkQuirks["since"], (string | null)[]]>([
    ["ignored", [null, expect.any(String)]],
    ["empty", [null, expect.any(String), null]],
    ["refused", [null, expect.any(String), expect.any(String), null]],
  ])("loses no change at a server by which “_since” is %s", async (since, asked) => {
    await link({ ...GROUP, since }, settings);
    await sync();
    await server.replay.load([{ ...patient("p1")[0], meta: {}, active: false } as FhirResource]);
    expect(await sync()).toBeNull();
    expect(await rows("patient", "ehr_id, active")).toContainEqual({ ehr_id: "p1", active: false });
    expect(sinces().slice(0, 2)).toEqual(asked.slice(0, 2));
    expect(sinces().at(-1)).toEqual(asked.at(-1));
    expect(await statusOf("patients")).toMatchObject({ status: "fresh", note: null });
    expect(server.bulk.exports()).toBe(0);
  });

  it("finds out that the export has what is new, but not what changed", async () => {
    await link({ ...GROUP, since: "created" }, settings);
    await sync();
    const changed = { ...patient("p1")[0], meta: {}, active: false } as FhirResource;
    await server.replay.load([changed]);
    server.bulk.quirks.since = "honoured";
    await sync();
    server.bulk.quirks.since = "created";
    await server.replay.load([{ ...changed, active: true } as FhirResource]);
    await sync();
    expect(await rows("patient", "ehr_id, active")).toContainEqual({ ehr_id: "p1", active: true });
    expect(sinces().at(-1)).toBeNull();
  });

  it("reads all again once all records are needed", async () => {
    await link(GROUP, settings);
    await sync();
    await database.asOwner(
      "UPDATE sync_kind SET anew_since = nextval('as_of_seq') WHERE linked_account_id = $1 AND kind = 'patients'",
      [id()],
    );
    await sync();
    expect(sinces()).toEqual([null, null]);
    expect(await statusOf("patients")).toMatchObject({ status: "fresh" });
  });
});
