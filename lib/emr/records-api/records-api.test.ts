import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { connectEmr, connectorOf } from "#lib/emr/connect";
import type { EmrConnection, EmrFile, SyncKind } from "#lib/emr/port/port";
import type { Profile } from "#lib/emr/port/profile";
import { readAll } from "#lib/emr/port/read-all";
import { addDays, todayIn } from "#lib/kernel/dates";
import { newId } from "#lib/kernel/id";
import { type InterfaceOnlyServer, startInterfaceOnlyServer } from "#lib/testing/interface-only-server";
import { allowPrivateEmrs } from "#lib/testing/private-emrs";
import { UNLIMITED } from "#lib/testing/sandbox-emr";
import { document } from "./records.ts";
import { parseRows } from "./rows.ts";

const ZONE = "America/New_York";
const never = new AbortController().signal;
let remote: InterfaceOnlyServer;

allowPrivateEmrs();
beforeAll(async () => {
  remote = await startInterfaceOnlyServer();
});
afterAll(() => remote.stop());
beforeEach(() => {
  for (const list of Object.values(remote.records)) list.length = 0;
});

const open = (profile: Profile | null = null): EmrConnection =>
  connectEmr(
    {
      id: "a".repeat(32),
      organizationId: "b".repeat(32),
      name: "Annex",
      emrType: "records_api",
      timezone: ZONE,
      connection: { ...remote.connection },
      profile,
    },
    UNLIMITED,
  );

const read = <Kind extends SyncKind>(kind: Kind) => readAll(open(), kind, never);

const today = todayIn(ZONE);
const visit = (id: string, changes: Record<string, unknown> = {}) => ({
  emr_appointment_id: id,
  datetime: `${today}T09:00:00-05:00`,
  duration: 30,
  location: "Main",
  provider_ehr_id: "101",
  patient_mrn: "MRN-1",
  patient_ehr_id: "PAT-1",
  patient_first_name: "Ada",
  patient_last_name: "Nuñez",
  patient_dob: "1980-05-17",
  ...changes,
});

describe("a remote that knows the interface alone", () => {
  it("is read with any offset of its times, each category apart, by the location's id", async () => {
    remote.records.locations = [{ emr_id: "LOC-1", name: "Main" }];
    remote.records.appointments = [
      visit("1"),
      visit("2", { datetime: `${today}T14:00:00Z` }),
      visit("3", { datetime: `${today}T09:30:00` }),
      visit("4", { category: "schedule_slot", patient_mrn: "", patient_ehr_id: "", patient_dob: "" }),
      visit("5", { datetime: `${addDays(today, 300)}T09:00:00-05:00` }),
    ];
    const { records, faulty } = await read("appointments");
    expect(faulty).toEqual([]);
    const found = new Map(records.map((each) => [each.emrAppointmentId, each]));
    expect([...found.keys()].sort()).toEqual(["1", "2", "3", "4", "5"]);
    expect(found.get("1")).toMatchObject({ category: "appointment", locationEmrId: "LOC-1", patientEhrId: "PAT-1" });
    expect(found.get("4")).toMatchObject({ category: "schedule_slot", patientEhrId: null });
    const at = (id: string) => Date.parse(found.get(id)?.startsAt ?? "");
    expect(at("1") - at("2")).toBe(0);
    expect(Math.abs(at("3") - at("1"))).toBeLessThanOrEqual(90 * 60_000);
  });

  it("is read whole although it cuts a long list silently", async () => {
    const days = Array.from({ length: 14 }, (_, day) => addDays(today, day));
    remote.records.appointments = days.flatMap((day) =>
      Array.from({ length: 18 }, (_, place) => visit(`${day}/${place}`, { datetime: `${day}T09:00:00-05:00` })),
    );
    remote.cutAfter = 100;
    const { records } = await read("appointments").finally(() => {
      remote.cutAfter = null;
    });
    expect(new Set(records.map(({ emrAppointmentId }) => emrAppointmentId)).size).toBe(14 * 18);
  });

  it("has its patients from appointments, each once, also one without a date of birth", async () => {
    remote.records.appointments = [
      visit("1"),
      visit("2"),
      visit("3", { patient_mrn: "MRN-2", patient_ehr_id: "PAT-2", patient_dob: "" }),
      visit("4", { patient_mrn: "MRN-3", patient_ehr_id: "PAT-3", patient_dob: "someday" }),
    ];
    const { records, faulty } = await read("patients");
    expect(records).toMatchObject([
      { mrn: "MRN-1", ehrId: "PAT-1", lastName: "Nuñez", dob: "1980-05-17" },
      { mrn: "MRN-2", ehrId: "PAT-2", dob: null },
    ]);
    expect(faulty).toEqual([{ ehrId: "PAT-3", reason: "patient_dob is no date" }]);
    expect(open().kinds.patients).toMatchObject({
      read: "incremental",
      reason: expect.stringContaining("appointments"),
    });
  });

  it("sets a bad record aside and reads the others, money with two places", async () => {
    remote.records.claims = [
      { emr_claim_id: "C1", service_date: "2026-03-02", total_charge: "100.5", balance: 3 },
      { emr_claim_id: "C2", service_date: "2026-02-30", total_charge: "1", balance: "1" },
      { service_date: "2026-03-02", total_charge: "x", balance: "1" },
    ];
    const { records, faulty } = await read("claims");
    expect(records).toMatchObject([{ emrClaimId: "C1", patientMrn: "", totalCharge: "100.50", balance: "3.00" }]);
    expect(faulty).toEqual([
      { ehrId: "C2", reason: "service_date is no date" },
      { ehrId: "record 3", reason: expect.stringMatching(/emr_claim_id.*total_charge is no decimal amount/) },
    ]);
  });

  it("shows a referral by the id that its requests take, and the documents that it lists with their files", async () => {
    remote.records.referrals = [{ id: "r".repeat(32), status: "New", document_ids: ["d1", "gone"] }];
    remote.files.set("d1", { name: "letter.pdf", type: "application/pdf", content: Buffer.from("%PDF-1.7") });
    expect((await read("referrals")).records).toMatchObject([{ ehrId: "r".repeat(32), status: "New" }]);
    const { records } = await read("documents");
    expect(records).toMatchObject(["d1", "gone"].map((emrId) => ({ emrId, referralEhrId: "r".repeat(32) })));
    expect(remote.fileReads).toEqual([]);
    const files: [string, EmrFile][] = [];
    for await (const file of open().readDocuments(["d1", "gone"], never)) files.push(file);
    const content = Buffer.from("%PDF-1.7");
    expect(files).toEqual([["d1", { content, fileName: "letter.pdf", mimeType: "application/pdf" }]]);
  });

  it("sets a document aside whose listed file is too large, without reading it", () => {
    const rows = [64, 65].map((megabytes) => ({ id: `D${megabytes}`, size: megabytes * 1024 * 1024 }));
    const { records, faulty } = parseRows(rows, document("America/New_York"), ["id"]);
    expect(records).toMatchObject([{ emrId: "D64" }]);
    expect(faulty).toEqual([{ ehrId: "D65", reason: "size is larger than 64 MB" }]);
  });

  it("says which kinds it does not show", () => {
    const { kinds } = open();
    const unsupported = Object.entries(kinds).filter(([, { read: how }]) => how === "unsupported");
    expect(unsupported.map(([kind]) => kind).sort()).toEqual([
      "forms",
      "recalls",
      "referring_providers",
      "staff",
      "visit_types",
    ]);
    for (const [, { reason }] of unsupported) expect(reason).toMatch(/does not answer GET \//);
  });

  it("is recognized by a probe, which sends reads alone", async () => {
    const { probe } = connectorOf("records_api");
    const profile = await probe?.(remote.connection, { writeProbes: false, signal: never });
    expect(profile).toMatchObject({ reachable: true, server: null });
    const support = Object.fromEntries(profile?.capabilities.map(({ name, support: how }) => [name, how]) ?? []);
    expect(support).toMatchObject({
      payments: "works",
      claims_fetch: "works",
      tasks: "unsupported",
      orders: "unsupported",
    });
    expect(profile?.traits).toContain("GET /appointments");
    expect(profile?.traits).not.toContain("idempotency_key");
    expect(remote.operations).toEqual([]);
    expect(open(profile ?? null).repeats).toBe("never");
  });

  /** Passes a payment on, which the remote refuses with a status and a message. */
  async function refused(status: number, message: string): Promise<unknown> {
    remote.next({ kind: "refuse", status, message });
    const callbackUrl = "http://127.0.0.1:9/v1/emr-events/x";
    const payment = { method: "POST", path: "/payments", body: {}, key: newId(), callbackUrl } as const;
    return open()
      .passOn?.(payment, never)
      .catch((error: unknown) => error);
  }

  it.each([400, 401, 503, 200])("may quote our secrets with the status %i, and they are left out", async (status) => {
    const { client_secret, access_token } = remote.connection;
    const message = expect.stringMatching(/Refused: "…", …$/);
    expect(await refused(status, `Refused: "${client_secret}", ${access_token}`)).toMatchObject({ message });
  });

  it.each([408, 500, 504])("leaves the end of an operation unknown by the status %i", async (status) => {
    expect(await refused(status, "Given up")).toMatchObject({ kind: "passing", notDone: false });
  });

  it("may refuse by its limit of calls with 403", async () => {
    expect(await refused(403, "usage limit exceeded")).toMatchObject({ kind: "passing", limited: true, notDone: true });
    expect(await refused(403, "Lacks the permission")).toMatchObject({ kind: "validation", limited: false });
  });

  it("is found to refuse the credentials, or to be away", async () => {
    const { probe } = connectorOf("records_api");
    const options = { writeProbes: false, signal: never };
    const refused = await probe?.({ ...remote.connection, access_token: "wrong" }, options);
    expect(refused).toMatchObject({
      reachable: true,
      behaviour: [{ probe: "credentials", found: expect.stringContaining("(401): Missing or invalid credentials") }],
      faults: ["client_id", "client_secret", "access_token"].map((field) => ({
        field,
        message: expect.stringContaining("(401): Missing or invalid credentials"),
      })),
    });
    const away = await probe?.({ ...remote.connection, base_url: "http://127.0.0.1:9/v1" }, options);
    expect(away).toMatchObject({ reachable: false, faults: [{ field: "base_url" }] });
    const elsewhere = await probe?.(
      { ...remote.connection, base_url: remote.connection.base_url.replace("/v1", "/no/v1") },
      options,
    );
    expect(elsewhere).toMatchObject({ reachable: false, faults: [{ field: "base_url" }] });
  });
});
