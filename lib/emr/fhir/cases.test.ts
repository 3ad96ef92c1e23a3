import type { FhirResource } from "fhir/r4";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { forgetSingleton } from "#lib/kernel/singleton";
import { type LinkedCase, linkCase, linkServer } from "#lib/testing/fhir/linked-case";
import { NO_QUIRKS, type Quirks } from "#lib/testing/fhir/replay/quirks";
import { testDatabase } from "#lib/testing/test-database";

process.env.SEED = "demo";
const database = testDatabase();
beforeAll(() => forgetSingleton("environment"));

let linked: LinkedCase;
afterEach(() => linked.server.stop());

const account = () => linked.account.tenant.linkedAccountId;

/** Links an account to the server of a case and syncs it; an EMR's error is left to the kinds' states. */
async function synced(name: string): Promise<void> {
  linked = await linkCase(database.asOwner, name);
  await syncAgain();
}

const syncAgain = () => syncAccount(linked.account.tenant).catch(() => undefined);

/** Returns some columns of the account's rows of a table, in the order of the first. */
const rows = (table: string, columns: string): Promise<Record<string, unknown>[]> =>
  database.asOwner(`SELECT ${columns} FROM ${table} WHERE linked_account_id = $1 ORDER BY 1`, [account()]);

const values = async (table: string, column: string) =>
  (await rows(table, `${column} AS value`)).map(({ value }) => value);

/** Returns the reasons of the records that are set aside, by kind and EMR id. */
const setAside = async (): Promise<Record<string, unknown>> =>
  Object.fromEntries(
    (await rows("sync_set_aside", "kind || ' ' || ehr_id AS id, reason")).map(({ id, reason }) => [id, reason]),
  );

const statusOf = async (kind: string) =>
  (await rows("sync_kind", "kind, status, reason")).find((row) => row.kind === kind);

describe("what one unreadable thing costs", () => {
  it("urn-uuid: an attachment at no address sets its document aside alone", async () => {
    await synced("urn-uuid");
    expect(await values("document", "emr_id")).toEqual(["a-before", "c-after"]);
    expect(await setAside()).toEqual({ "documents b-odd": expect.stringContaining("address") });
    expect(await statusOf("documents")).toMatchObject({ status: "fresh" });
  });

  it("binary-500: a file that the server cannot show is set aside, and read by a later sync", async () => {
    await synced("binary-500");
    await syncAgain();
    await syncAgain();
    expect(await values("document", "emr_id")).toEqual(["d1", "d3", "d4"]);
    expect(Object.keys(await setAside())).toEqual(["documents d2"]);
    await linked.goOn();
    await syncAgain();
    expect(await values("document", "emr_id")).toEqual(["d1", "d2", "d3", "d4"]);
    expect(await setAside()).toEqual({});
  });

  it("patient-403: a patient who may not be read costs only the records that are of no use without", async () => {
    await synced("patient-403");
    expect(await values("referral", "ehr_id")).toEqual(["s1"]);
    expect(await values("document", "emr_id")).toContain("d1");
    expect(await values("appointment", "emr_appointment_id")).toContain("a1");
    expect(Object.keys(await setAside())).toContain("referrals s2");
    await linked.goOn();
    await syncAgain();
    expect(await values("referral", "ehr_id")).toEqual(["s1", "s2"]);
    expect(await setAside()).toEqual({});
  });

  it("cancel-declined: a visit that was cancelled is no longer shown as booked", async () => {
    await synced("cancel-declined");
    expect(await values("appointment", "status")).toEqual(["booked", "booked"]);
    await linked.goOn();
    await syncAgain();
    expect(await values("appointment", "status")).not.toContain("booked");
  });
});

describe("whole lists", () => {
  it("inner-address: a server that names itself otherwise is asked at the address of the connection alone", async () => {
    await synced("inner-address");
    expect(await rows("appointment", "emr_appointment_id AS id, patient_mrn AS mrn")).toEqual([
      { id: "a1", mrn: "M-1" },
      { id: "a2", mrn: null },
      { id: "a3", mrn: "M-2" },
    ]);
    expect(await rows("document", "emr_id AS id, patient_mrn AS mrn, mime_type")).toEqual([
      { id: "d1", mrn: "M-1", mime_type: "text/plain" },
    ]);
    expect(await values("provider", "ehr_id")).toEqual(["dr1"]);
    expect(await values("location", "emr_id")).toEqual(["l1"]);
    expect(await statusOf("appointments")).toMatchObject({ status: "fresh" });
    const [{ profile }] = (await database.asOwner("SELECT profile FROM linked_account WHERE id = $1", [
      account(),
    ])) as unknown as [{ profile: { findings: object } }];
    expect(profile.findings).toMatchObject({ stated_base: "http://emr-inner.example:8080/fhir" });
  });

  it("sort-500: what a server cannot sort is read without sorting", async () => {
    await synced("sort-500");
    expect(await values("patient", "ehr_id")).toEqual(["p1", "p2"]);
    expect(await values("appointment", "emr_appointment_id")).toEqual(["a1"]);
    expect(await values("referral", "ehr_id")).toEqual(["s1"]);
    expect(await values("document", "emr_id")).toEqual(["d1"]);
  });

  it("404-empty: nothing found is an empty list, which is read again", async () => {
    await synced("404-empty");
    expect(await statusOf("documents")).toMatchObject({ status: "fresh" });
    expect(await values("appointment", "emr_appointment_id")).toEqual(["a1"]);
    await linked.server.load([
      {
        resourceType: "ServiceRequest",
        id: "s1",
        status: "active",
        intent: "order",
        subject: { reference: "Patient/p1" },
        category: [{ coding: [{ system: "http://snomed.info/sct", code: "3457005" }] }],
        code: { text: "Cardiology" },
      },
    ]);
    await syncAgain();
    expect(await values("referral", "ehr_id")).toEqual(["s1"]);
  });

  it("lastupdated-now: times of the answer are no times of change", async () => {
    await synced("lastupdated-now");
    expect(await values("appointment", "emr_appointment_id")).toHaveLength(45);
  });

  it("constant-version: a changed file comes although the version stays", async () => {
    await synced("constant-version");
    const content = () =>
      database.asOwner(
        "SELECT convert_from(content, 'UTF8') AS text FROM document_content WHERE linked_account_id = $1",
        [account()],
      );
    expect(await content()).toEqual([{ text: "first text" }]);
    await linked.goOn();
    await syncAgain();
    expect(await content()).toEqual([{ text: "second text" }]);
  });

  it("org-parent: who works at the practice of a department's place is shown", async () => {
    await synced("org-parent");
    expect(await values("provider", "ehr_id")).toEqual(["dr1"]);
    expect(await values("staff", "ehr_id")).toEqual(["dr1"]);
    expect(await values("appointment", "emr_appointment_id")).toEqual(["a1"]);
  });

  it("epic-like: what cannot be read is unsupported, with the server's reason", async () => {
    await synced("epic-like");
    const [row] = await database.asOwner("SELECT profile FROM linked_account WHERE id = $1", [account()]);
    expect(JSON.stringify(row?.profile)).toContain("must have either patient or identifier");
    expect(await rows("sync_kind", "kind")).toEqual([{ kind: "settings" }]);
  });
});

describe("what FHIR says", () => {
  it("period-names: the name, address, telephone and number that hold now", async () => {
    await synced("period-names");
    const columns = "ehr_id, first_name, last_name, phone, mrn, address->>'street' AS street";
    expect(await rows("patient", columns)).toMatchObject([
      { ehr_id: "p-athena", first_name: "Current", last_name: "Newname", street: "15 PRESENT STREET" },
      { ehr_id: "p-cerner", phone: "5550199" },
      { ehr_id: "p-mrn", mrn: "NEW-77" },
      { ehr_id: "p1" },
    ]);
  });

  it("ssn-oid: a social security number is no MRN", async () => {
    await synced("ssn-oid");
    expect(await values("patient", "mrn")).toEqual(["Z6130", "Z6131"]);
  });

  it("npi: by its type's text or its OID; somebody without a name is set aside", async () => {
    await synced("npi");
    const found = Object.fromEntries(
      (await rows("provider", "ehr_id, npi, last_name")).map(({ ehr_id, ...row }) => [ehr_id, row]),
    );
    expect(found).toMatchObject({
      epic: { npi: "1627363736" },
      oid: { npi: "1111111112" },
      kaiser: { npi: "1477583672" },
      married: { last_name: "Crane" },
    });
    expect(found).not.toHaveProperty("nameless");
    expect(Object.keys(await setAside())).toContain("providers nameless");
  });

  it("openmrs-orders: laboratory orders without a category are no referrals", async () => {
    await synced("openmrs-orders");
    expect(await values("referral", "ehr_id")).toEqual([]);
  });

  it("appts: one visit per patient of a group, and every valid time", async () => {
    await synced("appts");
    const found = Object.fromEntries(
      (await rows("appointment", "emr_appointment_id AS id, patient_ehr_id AS patient, starts_at, category")).map(
        ({ id, ...row }) => [id, row],
      ),
    );
    expect(found).toMatchObject({
      group: { patient: "p1" },
      "group/p2": { patient: "p2" },
      "group/p3": { patient: "p3" },
      leap: { starts_at: new Date("2017-01-01T00:00:00Z") },
      naive: { starts_at: new Date("2026-02-03T15:00:00Z") },
      offset4: { starts_at: new Date("2026-02-03T15:00:00Z") },
      nano: { starts_at: new Date("2026-02-03T15:00:00.123Z") },
    });
  });

  it("suffix: suffix, death and inactivity are shown apart", async () => {
    await synced("suffix");
    expect(await rows("patient", "ehr_id, suffix, active, deceased, deceased_at")).toMatchObject([
      { ehr_id: "dead", deceased: true, deceased_at: "2022-07-22" },
      { ehr_id: "inactive", active: false },
      { ehr_id: "jr", suffix: "Jr" },
      { ehr_id: "p1", suffix: null, active: true, deceased: false },
      { ehr_id: "sr", suffix: "Sr" },
    ]);
  });
});

describe("lists that a server cuts in silence", () => {
  const documents = (count: number) =>
    Array.from(
      { length: count },
      (_, index): FhirResource => ({
        resourceType: "DocumentReference",
        id: `doc-${String(index).padStart(4, "0")}`,
        meta: { lastUpdated: new Date(Date.UTC(2026, 0, 1, 0, 0, index)).toISOString() },
        status: "current",
        date: "2026-01-02T10:00:00Z",
        subject: { reference: "Patient/p1" },
        content: [{ attachment: { contentType: "text/plain", data: "bm90ZQ==" } }],
      }),
    );

  it.each<[string, Partial<Quirks>]>([
    ["above 20 a page, without totals", { maxCount: 20, totals: "none" }],
    ["above 20 a page, with the number of the page as total", { maxCount: 20, totals: "page" }],
    ["above 20 a page, with totals that are too small", { maxCount: 20, totals: -7 }],
    ["above 20 a page, without sorting", { maxCount: 20, totals: "none", ignored: ["_sort"] }],
    ["above 20 a page, without times of change", { maxCount: 20, totals: "none", lastUpdated: "none" }],
    ["at any size, but sorts", { maxCount: 20, totals: "none", links: "none" }],
  ])("loses and removes nothing at a server that cuts them %s", { tags: "long" }, async (_how, quirks) => {
    linked = await linkCase(database.asOwner, "404-empty");
    linked.server.quirks = { ...NO_QUIRKS, ...quirks };
    await linked.server.load(documents(57));
    linked.account = await linkServer(database.asOwner, linked.server);
    await syncAgain();
    expect(await values("document", "emr_id")).toHaveLength(57);
    await linked.server.remove("DocumentReference", "doc-0003");
    await syncAgain();
    expect(await values("document", "emr_id")).toHaveLength(56);
    expect(await statusOf("documents")).toMatchObject({ status: "fresh" });
  });

  it.each<[string, Partial<Quirks>]>([
    ["cuts every list, and cannot sort", { links: "none", ignored: ["_sort"] }],
    ["repeats its pages", { links: "repeated", ignored: ["_sort", "_lastUpdated"] }],
  ])("removes nothing and is not called fresh at a server that %s", async (_how, quirks) => {
    linked = await linkCase(database.asOwner, "404-empty");
    linked.server.quirks = NO_QUIRKS;
    await linked.server.load(documents(57));
    linked.account = await linkServer(database.asOwner, linked.server);
    await syncAgain();
    expect(await values("document", "emr_id")).toHaveLength(57);
    linked.server.quirks = { ...NO_QUIRKS, maxCount: 5, totals: "none", ...quirks };
    await database.asOwner("UPDATE sync_kind SET since = NULL WHERE linked_account_id = $1", [account()]);
    await syncAgain();
    expect(await values("document", "emr_id")).toHaveLength(57);
    expect(await statusOf("documents")).toMatchObject({ status: "degraded", reason: expect.stringMatching(/\S/) });
  });

  it("ends at pages without end, and reads the other kinds", async () => {
    linked = await linkCase(database.asOwner, "404-empty");
    linked.server.quirks = { ...NO_QUIRKS, links: "endless", ignored: ["_lastUpdated"] };
    linked.account = await linkServer(database.asOwner, linked.server);
    await syncAgain();
    expect(await values("appointment", "emr_appointment_id")).toEqual(["a1"]);
    expect(linked.server.requests.length).toBeLessThan(400);
  });
});
