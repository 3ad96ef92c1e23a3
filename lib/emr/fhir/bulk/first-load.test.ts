import type { FhirResource } from "fhir/r4";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { connectorOf } from "#lib/emr/connect";
import { EmrError } from "#lib/emr/port/port";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { forgetSingleton } from "#lib/kernel/singleton";
import { type ExportingServer, startExportingServer } from "#lib/testing/fhir/bulk/exporting-server";
import type { BulkQuirks } from "#lib/testing/fhir/bulk/quirks";
import type { Quirks } from "#lib/testing/fhir/replay/quirks";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

process.env.SEED = "demo";
const database = testDatabase();
beforeAll(() => forgetSingleton("environment"));

let server: ExportingServer;
let account: TestAccount;
afterEach(() => server.stop());

const PATIENTS = 30;

const at = (minute: number) => ({ lastUpdated: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString() });
const to = (type: string, id: string) => ({ reference: `${type}/${id}` });

const practice = (count = PATIENTS): FhirResource[] => [
  { resourceType: "Organization", id: "o1", name: "Example clinic" },
  {
    resourceType: "Location",
    id: "l1",
    meta: at(0),
    name: "Main office",
    managingOrganization: to("Organization", "o1"),
  },
  { resourceType: "Practitioner", id: "dr1", meta: at(1), name: [{ family: "House", given: ["Greta"] }] },
  ...Array.from({ length: count }, (_, number): FhirResource[] => [
    { resourceType: "Patient", id: `p${number}`, meta: at(number), name: [{ family: `Plain ${number}` }] },
    {
      resourceType: "Appointment",
      id: `a${number}`,
      meta: at(number),
      status: "booked",
      start: `2026-12-0${1 + (number % 9)}T15:00:00Z`,
      end: `2026-12-0${1 + (number % 9)}T15:20:00Z`,
      participant: [
        { actor: to("Patient", `p${number}`), status: "accepted" },
        { actor: to("Practitioner", "dr1"), status: "accepted" },
      ],
    },
  ]).flat(),
];

/** The line of a patient. */
const THE_SAME = JSON.stringify(practice().find(({ id }) => id === "p4"));

/** Starts a server that exports, and links an account to it after a probe that only reads. */
async function link(
  bulk: Partial<BulkQuirks> = {},
  {
    quirks = {},
    group,
    resources = practice(),
  }: { quirks?: Partial<Quirks>; group?: string; resources?: FhirResource[] } = {},
): Promise<void> {
  server = await startExportingServer({ resources, quirks, bulk });
  account = await makeLinkedAccount({ emrType: "fhir" });
  const connection = {
    base_url: server.baseUrl,
    auth: { kind: "none" as const },
    ...(group === undefined ? {} : { export_group: group }),
  };
  const signal = new AbortController().signal;
  const profile = await connectorOf("fhir").probe?.(connection, { writeProbes: false, signal });
  await database.asOwner("UPDATE linked_account SET connection = $2, profile = $3 WHERE id = $1", [
    account.tenant.linkedAccountId,
    connection,
    profile,
  ]);
  for (const requests of [server.bulk.requests, server.replay.requests]) requests.length = 0;
}

const rows = <Row extends Record<string, unknown>>(table: string, columns: string): Promise<Row[]> =>
  database.asOwner(`SELECT ${columns} FROM ${table} WHERE linked_account_id = $1 ORDER BY 1`, [
    account.tenant.linkedAccountId,
  ]);

/** Lets the pause be over that the server asked for. */
const passTime = () =>
  database.asOwner(
    `UPDATE sync_kind SET first_load = jsonb_set(first_load::jsonb, '{notBefore}', '0')::text
     WHERE linked_account_id = $1 AND first_load LIKE '%notBefore%'`,
    [account.tenant.linkedAccountId],
  );

/** Syncs until nothing is postponed. Returns how often it was. */
async function sync(): Promise<number> {
  for (let postponed = 0; ; postponed++) {
    try {
      await syncAccount(account.tenant);
      return postponed;
    } catch (error) {
      if (!(error instanceof EmrError) || !error.limited) throw error;
      await passTime();
    }
  }
}

const statusOf = async (kind: string) =>
  (await rows<{ kind: string }>("sync_kind", "kind, status, reason, note, since, first_load")).find(
    (row) => row.kind === kind,
  );

const countOf = async (table: string) => (await rows(table, "1")).length;

const kickOffs = () => server.bulk.requests.filter((each) => each.includes("$export"));
const searches = (type: string) => server.replay.requests.filter((each) => each.startsWith(`GET /${type}?`));

describe("a first sync", () => {
  it("reads from the export, which it waits for and removes; the next one reads what changed", async () => {
    await link({ before: [202, 202].map((status) => ({ status, headers: { "retry-after": "5" } })) });
    expect(await sync()).toBe(3);
    expect([await countOf("patient"), await countOf("appointment"), await countOf("provider")]).toEqual([
      PATIENTS,
      PATIENTS,
      1,
    ]);
    expect(kickOffs()).toHaveLength(1);
    expect(server.bulk.exports()).toBe(0);
    expect(searches("Patient")).toEqual(["GET /Patient?_count=1"]);
    expect(await statusOf("patients")).toMatchObject({ status: "fresh", reason: null, first_load: null });
    await server.replay.load([
      {
        resourceType: "Patient",
        id: "new",
        meta: { lastUpdated: new Date().toISOString() },
        name: [{ family: "New" }],
      },
    ]);
    server.replay.requests.length = 0;
    await sync();
    expect(await countOf("patient")).toBe(PATIENTS + 1);
    expect(searches("Patient")[0]).toContain("_lastUpdated=ge");
    expect(kickOffs()).toHaveLength(1);
  });

  it("shows how far the export is, and reads other kinds meanwhile", async () => {
    await link({ before: [{ status: 202, headers: { "retry-after": "5", "x-progress": "40%" } }] });
    await expect(syncAccount(account.tenant)).rejects.toMatchObject({ limited: true });
    await passTime();
    await expect(syncAccount(account.tenant)).rejects.toMatchObject({ limited: true, retryAfterMs: 5_000 });
    expect(await statusOf("patients")).toMatchObject({ status: "waiting", reason: "The EMR prepares an export: 40%" });
    expect(await statusOf("settings")).toMatchObject({ status: "fresh" });
  });

  it("is taken up by another process at its status address, file and line", async () => {
    await link({ fileSize: 250 }, { resources: practice(600) });
    const slice = { pages: 3, ms: 60_000 };
    for (let isDone = false; !isDone; ) {
      isDone = await syncAccount(account.tenant, { slice, requestedAt: new Date(0) }).catch(async (error: unknown) => {
        if (!(error instanceof EmrError) || !error.limited) throw error;
        await passTime();
        return false;
      });
    }
    expect([await countOf("patient"), await countOf("appointment")]).toEqual([600, 600]);
    expect(kickOffs()).toHaveLength(1);
    expect(searches("Patient")).toEqual(["GET /Patient?_count=1"]);
  });

  it("sets a broken line aside, and reads its resource in a later sync", async () => {
    await link({ lines: { "Patient/p7": '{"resourceType":"Patient","id":"p7","name":[' } });
    await sync();
    expect(await countOf("patient")).toBe(PATIENTS - 1);
    expect(await rows("sync_set_aside", "ehr_id, kind")).toEqual([{ ehr_id: "p7", kind: "patients" }]);
    expect(await statusOf("patients")).toMatchObject({ status: "fresh" });
    await sync();
    expect(await countOf("patient")).toBe(PATIENTS);
    expect(await rows("sync_set_aside", "ehr_id")).toEqual([]);
  });

  it.each([
    ["fails", { before: [{ status: 500 }], isEndless: true }, /Read without an export/],
    ["has one twice in place of another", { lines: { "Patient/p3": THE_SAME } }, /29 of its 30 resources of Patient/],
    ["lacks some", { lacking: ["Patient/p3", "Patient/p9"] }, /export has 28 of its 30 resources of Patient/],
    ["states an untrue count", { counts: 1 }, /30 of 31 resources/],
    ["has a file that is gone", { statuses: { "Patient-0": { status: 404 } } }, /cannot be read/],
    ["has a file that breaks off", { cuts: { "Patient-0": { after: 20, times: 99 } } }, /breaks off/],
    ["states errors", { errors: ["error"] }, /could not read everything/],
  ] satisfies [string, Partial<BulkQuirks>, RegExp][])(
    "reads by searches if the export %s, and says so",
    async (_name, bulk, reason) => {
      await link(bulk);
      await sync();
      expect([await countOf("patient"), await countOf("appointment")]).toEqual([PATIENTS, PATIENTS]);
      expect(await statusOf("patients")).toMatchObject({ status: "fresh", note: expect.stringMatching(reason) });
      expect(server.bulk.exports()).toBe(0);
      await sync();
      expect(await statusOf("patients")).toMatchObject({ status: "fresh", note: null });
    },
  );

  it("reads from an export of the types that the server exports, and the others by searches", async () => {
    await link({ unknownTypes: ["Slot", "Location", "PractitionerRole"] });
    await sync();
    expect(await statusOf("patients")).toMatchObject({ note: null });
    expect([await countOf("patient"), await countOf("location")]).toEqual([PATIENTS, 1]);
    expect(searches("Patient")).toEqual([expect.stringMatching(/[?]_count=1$/)]);
    expect(searches("Location")).not.toEqual([]);
  });

  it("reads types by searches of which the export has no file", async () => {
    await link({ lacking: ["Practitioner", "Location"] });
    await sync();
    expect([await countOf("provider"), await countOf("location"), await countOf("patient")]).toEqual([1, 1, PATIENTS]);
  });

  it("reads patients, referrals and documents from the export of a group that an admin named", async () => {
    await link({ levels: ["group"], stated: ["group"] }, { group: "all" });
    await sync();
    expect([await countOf("patient"), await countOf("appointment"), await countOf("provider")]).toEqual([
      PATIENTS,
      PATIENTS,
      1,
    ]);
    expect(kickOffs()).toEqual([expect.stringContaining("/Group/all/$export")]);
  });
});

describe("what records refer to", () => {
  const referring = (): FhirResource[] => [
    ...practice(),
    ...Array.from({ length: 12 }, (_, number): FhirResource[] => [
      {
        resourceType: "ServiceRequest",
        id: `s${number}`,
        meta: at(number),
        status: "active",
        intent: "order",
        subject: to("Patient", `p${number}`),
        authoredOn: "2026-01-02",
        category: [{ coding: [{ system: "http://snomed.info/sct", code: "3457005" }] }],
        supportingInfo: [to("DocumentReference", `d${number}`)],
      },
      {
        resourceType: "DocumentReference",
        id: `d${number}`,
        meta: at(number),
        status: "current",
        date: "2026-01-02T00:00:00Z",
        subject: to("Patient", `p${number}`),
        content: [{ attachment: { contentType: "text/plain", data: Buffer.from("A letter").toString("base64") } }],
      },
    ]).flat(),
  ];

  it("comes from the export as well, without searches", async () => {
    await link({}, { resources: referring() });
    await sync();
    const documents = await rows<{ id: string; referral: string | null }>(
      "document",
      "emr_id AS id, referral_ehr_id AS referral",
    );
    expect(documents).toHaveLength(12);
    expect(documents.every(({ id, referral }) => referral === id.replace("d", "s"))).toBe(true);
    expect(await countOf("referral")).toBe(12);
    expect(searches("Patient")).toEqual(["GET /Patient?_count=1"]);
    expect(searches("ServiceRequest").filter((each) => each.includes("patient="))).toEqual([]);
  });

  it("is searched for if the export lacks some", async () => {
    await link({ lacking: ["Patient/p2", "ServiceRequest/s3"] }, { resources: referring() });
    await sync();
    const documents = await rows<{ id: string; referral: string | null }>(
      "document",
      "emr_id AS id, referral_ehr_id AS referral",
    );
    expect(documents.every(({ id, referral }) => referral === id.replace("d", "s"))).toBe(true);
    expect(await countOf("referral")).toBe(12);
  });
});

describe("a server that answers searches of visits and patients' records for one owner alone", () => {
  const only = (...sets: string[][]) => ({ sets, status: 400, diagnostics: "Name whose they are" });
  const requires = { Appointment: only(["practitioner", "date"]), Patient: only(["_id"]) };

  it("is read from the export at first, and then part by part", async () => {
    await link({}, { quirks: { requires } });
    await sync();
    expect(await countOf("appointment")).toBe(PATIENTS);
    expect(searches("Appointment").filter((each) => each.includes("practitioner="))).toEqual([]);
    expect(await statusOf("appointments")).toMatchObject({ status: "fresh", note: null });
    server.replay.requests.length = 0;
    await sync();
    expect(await countOf("appointment")).toBe(PATIENTS);
    expect(searches("Appointment").filter((each) => each.includes("practitioner=")).length).toBeGreaterThan(0);
  });
});

describe("a probe", () => {
  const profileOf = async () =>
    (
      await database.asOwner<{
        profile: {
          faults?: { field: string; message: string }[];
          behaviour: { probe: string; found: string }[];
          findings: { exports: string[] };
        };
      }>("SELECT profile FROM linked_account WHERE id = $1", [account.tenant.linkedAccountId])
    )[0]?.profile;
  const words = async () => (await profileOf())?.behaviour.find(({ probe }) => probe.startsWith("Export"))?.found;

  it("tries the exports that the server names, and cancels them", async () => {
    await link({ stated: ["system", "patient", "group"], levels: ["system"] });
    expect((await profileOf())?.findings.exports).toEqual(["system"]);
    expect(await words()).toContain("$export begins, and was cancelled; Patient/$export answers 404");
    expect(await words()).toContain("once the connection names the group");
    expect(server.bulk.exports()).toBe(0);
  });

  it("tries those that the server names by definitions of its own", async () => {
    const levels = ["system", "patient"] as const;
    await link({ stated: levels, levels, definitions: "https://ehr.example/fhir/OperationDefinition" });
    expect((await profileOf())?.findings.exports).toEqual(levels);
  });

  const GROUP = { resourceType: "Group", id: "all", type: "person", actual: true };
  const NO_PATIENT = ["Patient", "Appointment"];

  it.each<[string, Partial<BulkQuirks>, string, RegExp | null]>([
    ["does not exist", {}, "al", /Group\/al answers 404/],
    ["does not exist, as the Group itself says", { refusal: { status: 400 } }, "al", /Group\/al answers 404/],
    ["states that it has nobody", { groupResource: { ...GROUP, quantity: 0 } }, "all", /has no members/],
    ["has an empty list of members", { groupResource: { ...GROUP, member: [] } }, "all", /has no members/],
    ["has members who have left alone", { groupResource: { ...GROUP, member: [{ inactive: true }] } }, "all", /no mem/],
    ["names no members, and exports none", { groupResource: GROUP, lacking: NO_PATIENT }, "all", /has no patients/],
    ["cannot be read, and exports nobody", { lacking: NO_PATIENT }, "all", /has no patients/],
    ["names no members, and exports some", { groupResource: GROUP }, "all", null],
    ["has members", { groupResource: { ...GROUP, member: [{ entity: to("Patient", "p1") }] } }, "all", null],
    ["cannot be read, and exports some", {}, "all", null],
    ["is exported later", { lacking: NO_PATIENT, before: [{ status: 202 }], isEndless: true }, "all", null],
    ["is not told of by a server that fails", { refusal: { status: 500 } }, "all", null],
  ])("tells at its field whether a group can be used: one that %s", async (_name, bulk, group, fault) => {
    await link({ levels: ["group"], stated: ["group"], ...bulk }, { group });
    const found = (await profileOf())?.faults ?? [];
    expect(found).toEqual(fault === null ? [] : [{ field: "export_group", message: expect.stringMatching(fault) }]);
    expect(server.bulk.exports()).toBe(0);
  });

  it("tries none that the server does not name", async () => {
    await link({ stated: [] });
    expect((await profileOf())?.findings.exports).toEqual([]);
    expect(await words()).toBe("is not offered by the CapabilityStatement");
    await sync();
    expect(kickOffs()).toEqual([]);
    expect(await countOf("patient")).toBe(PATIENTS);
  });
});
