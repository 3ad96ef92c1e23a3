/** @module-tag long */
import type { FhirResource } from "fhir/r4";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { unsupportedKindsOf } from "#lib/emr/connect";
import type { FhirConnection } from "#lib/emr/fhir/connection";
import { findingsOf } from "#lib/emr/fhir/findings";
import type { Profile } from "#lib/emr/port/profile";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { forgetSingleton } from "#lib/kernel/singleton";
import { linkServer } from "#lib/testing/fhir/linked-case";
import { NO_QUIRKS, type Quirks } from "#lib/testing/fhir/replay/quirks";
import { type ReplayServer, startReplayServer } from "#lib/testing/fhir/replay/replay-server";
import { BY_PATIENT, BY_PRACTITIONER, NEEDS_PARAMETER, WITHOUT_DAYS } from "#lib/testing/fhir/replay/shapes";
import { dayFromNow, openTime, patient, practitioner, smallClinic, visit } from "#lib/testing/fhir/replay/small-clinic";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

process.env.SEED = "demo";
const database = testDatabase();
beforeAll(() => forgetSingleton("environment"));

let server: ReplayServer;
let account: TestAccount;
afterEach(() => server.stop());

const id = () => account.tenant.linkedAccountId;

/** Links an account to a server with these quirks and a small clinic. */
async function link(
  quirks: Partial<Quirks>,
  { resources = smallClinic(), ...settings }: Partial<FhirConnection> & { resources?: FhirResource[] } = {},
): Promise<void> {
  server = await startReplayServer(quirks);
  await server.load(resources);
  account = await linkServer(database.asOwner, server, settings);
}

const sync = () => syncAccount(account.tenant).catch(() => undefined);

const rows = (table: string, columns: string): Promise<Record<string, unknown>[]> =>
  database.asOwner(`SELECT ${columns} FROM ${table} WHERE linked_account_id = $1 ORDER BY 1`, [id()]);

const ids = async (table: string, column: string) =>
  (await rows(table, `${column} AS id`)).map((row) => String(row.id));

const visits = () => ids("appointment", "emr_appointment_id");
const patients = () => ids("patient", "ehr_id");

async function statusOf(kind: string) {
  return (await rows("sync_kind", "kind, status, reason, set_aside")).find((row) => row.kind === kind);
}

async function profile(): Promise<Profile> {
  const [row] = await database.asOwner<{ profile: Profile }>("SELECT profile FROM linked_account WHERE id = $1", [
    id(),
  ]);
  return row?.profile as Profile;
}

const ways = async () => findingsOf(await profile()).ways;

const found = async (probe: string) => (await profile()).behaviour.find((each) => each.probe === probe)?.found ?? "";

const searches = (type: string) => server.requests.filter((each) => each.startsWith(`GET /${type}?`));

const ALL_VISITS = ["Slot/o1", "Slot/o2", "a1", "a2", "a3", "a4", "a5"];

describe("a server that shows visits for one practitioner and some days", () => {
  const PRACTITIONERS = { practitioner_ids: "dr1, dr2" };

  it("is read by practitioner, and the rest by the patients of the visits", async () => {
    await link({ requires: BY_PRACTITIONER }, PRACTITIONERS);
    expect(await ways()).toMatchObject({
      Practitioner: { by: "id", several: true },
      Appointment: { by: "practitioner", form: "moments", days: 28 },
      Slot: { by: "schedule", form: "moments", days: 28 },
      Patient: { by: "id", several: true },
      ServiceRequest: { by: "patient" },
      DocumentReference: { by: "patient" },
    });
    await sync();
    expect(await ids("provider", "ehr_id")).toEqual(["dr1", "dr2"]);
    expect(await visits()).toEqual(ALL_VISITS);
    // Nobody names the fourth.
    expect(await patients()).toEqual(["p1", "p2", "p3"]);
    expect(await ids("referral", "ehr_id")).toEqual(["r-p1", "r-p2", "r-p3"]);
    expect(await ids("document", "emr_id")).toEqual(["d-p1", "d-p2", "d-p3"]);
    expect(await rows("appointment", "emr_appointment_id, patient_mrn")).toContainEqual({
      emr_appointment_id: "a1",
      patient_mrn: "MRN-p1",
    });
    for (const kind of ["appointments", "patients", "referrals", "documents"])
      expect(await statusOf(kind)).toMatchObject({ status: "fresh", reason: null });
  });

  it("says which way each kind takes, what it costs, and what it is not", async () => {
    await link({ requires: BY_PRACTITIONER }, PRACTITIONERS);
    const words = await found("How visits and slots are read");
    expect(words).toMatch(
      /^Appointment for one practitioner and up to 28 days, Slot for one schedule and up to 28 days/,
    );
    expect(words).toMatch(
      /About [\d,]+ calls at first and [\d,]+ at a following sync for 12 providers and 1,500 patients/,
    );
    expect(await found("How referrals are read")).toMatch(/^ServiceRequest for one patient\. About 1,500 calls/);
    const { capabilities } = await profile();
    expect(capabilities.find(({ name }) => name === "referrals")?.support).not.toBe("unsupported");
  });

  it("cannot be read without its practitioners, and says so", async () => {
    await link({ requires: BY_PRACTITIONER });
    await sync();
    const unsupported = unsupportedKindsOf({ emrType: "fhir", profile: (await profile()) as never });
    const reasons = Object.fromEntries(unsupported.map(({ kind, reason }) => [kind, reason]));
    expect(reasons.appointments).toMatch(/does not show who its practitioners are/);
    expect(reasons.patients).toMatch(/by their ids alone/);
    expect(await found("How practitioners are read")).toContain(NEEDS_PARAMETER);
    expect(await rows("sync_kind", "kind")).toEqual([{ kind: "locations" }, { kind: "settings" }]);
  });

  it.each<[string, Partial<Quirks>, object]>([
    ["one day a search", { maxDays: 1 }, { form: "moments", days: 1 }],
    ["one bound of the day", { oneBound: true }, { form: "day", days: 1 }],
    ["no day at all", { requires: WITHOUT_DAYS, refused: { date: 400, start: 400 } }, { form: "none", days: null }],
    ["small pages", { pageSize: 2, maxCount: 2 }, { form: "moments", days: 28 }],
    ["small pages that are cut in silence, without totals", { maxCount: 2, totals: "none" }, { days: 28 }],
  ])("is read with %s", async (_title, quirks, way) => {
    const busy = [...smallClinic(), ...[1, 2, 3, 4, 5].map((day) => visit(`b${day}`, "dr1", "p1", day))];
    await link({ requires: BY_PRACTITIONER, ...quirks }, { ...PRACTITIONERS, resources: busy });
    expect((await ways()).Appointment).toMatchObject({ by: "practitioner", ...way });
    await sync();
    expect(await visits()).toEqual([...ALL_VISITS, "b1", "b2", "b3", "b4", "b5"].toSorted());
    expect(await statusOf("appointments")).toMatchObject({ status: "fresh" });
  });

  it("reads the days around today at each sync, and a part of the others", async () => {
    await link({ requires: BY_PRACTITIONER, maxDays: 1 }, PRACTITIONERS);
    await sync();
    const first = searches("Appointment").length;
    server.requests.length = 0;
    await server.load([visit("new", "dr2", "p4", 2), visit("far", "dr2", "p4", 60)]);
    await sync();
    expect(searches("Appointment").length).toBeLessThan(first / 3);
    expect(await visits()).toContain("new");
    expect(await patients()).toContain("p4");
    for (let turn = 0; turn < 7; turn++) await sync();
    expect(await visits()).toContain("far");
  });

  it("removes a visit only once it was asked for by its id", async () => {
    await link({ requires: BY_PRACTITIONER }, PRACTITIONERS);
    await sync();
    await server.remove("Appointment", "a2");
    await server.remove("Slot", "o1");
    await server.load([visit("a3", "dr2", "p1", 90)]);
    // Searches leave it out, although it is there.
    server.quirks = { ...server.quirks, hidden: ["Appointment/a1"] };
    await sync();
    expect(await visits()).toEqual(["Slot/o2", "a1", "a3", "a4", "a5"]);
    expect(await rows("appointment", "emr_appointment_id, starts_at")).toContainEqual({
      emr_appointment_id: "a3",
      starts_at: new Date(`${dayFromNow(90)}T17:00:00Z`),
    });
  });

  it("goes on where calls ran out, and reads nothing twice", async () => {
    await link({ requires: BY_PRACTITIONER, maxDays: 1 }, PRACTITIONERS);
    server.requests.length = 0;
    let rounds = 0;
    for (; rounds < 60 && (await statusOf("appointments"))?.status !== "fresh"; rounds++) {
      server.quirks = { ...server.quirks, callsLeft: 40 };
      await sync();
      await database.asOwner("DELETE FROM emr_budget WHERE linked_account_id = $1", [id()]);
    }
    expect(rounds).toBeGreaterThan(5);
    expect(await visits()).toEqual(ALL_VISITS);
    const asked = searches("Appointment");
    // A call without an answer is made again, and every first list is proved to be whole.
    expect(asked.length).toBeLessThan(new Set(asked).size + 60);
  });

  it("sets a practitioner aside whose visits are refused, reads those of the others, and tries again", async () => {
    await link({ requires: BY_PRACTITIONER }, PRACTITIONERS);
    server.quirks = { ...server.quirks, refusedFor: { "practitioner=dr1": 403 } };
    await sync();
    expect(await visits()).toEqual(["Slot/o1", "Slot/o2", "a3", "a4"]);
    expect(await rows("sync_set_aside", "ehr_id, reason")).toEqual([
      { ehr_id: "Practitioner/dr1", reason: expect.stringMatching(/^Appointment could not be read: /) },
    ]);
    expect(await statusOf("appointments")).toMatchObject({ status: "fresh", set_aside: 1 });
    server.quirks = { ...server.quirks, refusedFor: {} };
    await sync();
    expect(await visits()).toEqual(ALL_VISITS);
    expect(await statusOf("appointments")).toMatchObject({ status: "fresh", set_aside: 0 });
  });

  it("is not called fresh while the visits of a practitioner fail", async () => {
    await link({ requires: BY_PRACTITIONER, refusedFor: { "practitioner=dr2": 500 } }, PRACTITIONERS);
    await sync();
    expect(await visits()).toEqual(["Slot/o1", "Slot/o2", "a1", "a2", "a5"]);
    expect(await statusOf("appointments")).toMatchObject({
      status: "degraded",
      reason: expect.stringMatching(/^Some of Appointment could not be read/),
    });
    server.quirks = { ...server.quirks, refusedFor: {} };
    await sync();
    expect(await visits()).toEqual(ALL_VISITS);
    expect(await statusOf("appointments")).toMatchObject({ status: "fresh", set_aside: 0 });
  });

  it("reads the others if an entered practitioner does not exist", async () => {
    const resources = [...smallClinic(), openTime("o3", "dr1", 2)];
    await link({ requires: BY_PRACTITIONER }, { practitioner_ids: "dr1 gone dr2", resources });
    await sync();
    expect(await visits()).toEqual([...ALL_VISITS, "Slot/o3"].toSorted());
    expect(await ids("provider", "ehr_id")).toEqual(["dr1", "dr2"]);
  });
});

describe("a server that shows all but patients for one patient alone", () => {
  it("is read patient by patient", async () => {
    await link({ requires: BY_PATIENT });
    expect(await ways()).toMatchObject({
      Appointment: { by: "patient", form: "none" },
      ServiceRequest: { by: "patient" },
      DocumentReference: { by: "patient" },
    });
    expect((await ways()).Slot).toBeUndefined();
    await sync();
    expect(await visits()).toEqual(["a1", "a2", "a3", "a4", "a5"]);
    expect(await patients()).toEqual(["p1", "p2", "p3", "p4"]);
    expect(await ids("document", "emr_id")).toEqual(["d-p1", "d-p2", "d-p3"]);
    await server.remove("DocumentReference", "d-p1");
    await server.remove("Appointment", "a1");
    await sync();
    expect(await ids("document", "emr_id")).toEqual(["d-p2", "d-p3"]);
    expect(await visits()).toEqual(["a2", "a3", "a4", "a5"]);
  });

  it("sets a patient aside whose documents are refused, and reads those of the others", async () => {
    await link({ requires: BY_PATIENT, refusedFor: { "DocumentReference?patient=p2": 403 } });
    await sync();
    expect(await ids("document", "emr_id")).toEqual(["d-p1", "d-p3"]);
    expect(await ids("referral", "ehr_id")).toEqual(["r-p1", "r-p2", "r-p3"]);
    expect(await statusOf("documents")).toMatchObject({ status: "fresh", set_aside: 1 });
    await sync();
    expect(await statusOf("documents")).toMatchObject({ set_aside: 1 });
    server.quirks = { ...server.quirks, refusedFor: {} };
    await sync();
    expect(await ids("document", "emr_id")).toEqual(["d-p1", "d-p2", "d-p3"]);
    expect(await statusOf("documents")).toMatchObject({ status: "fresh", set_aside: 0 });
  });

  it.each<[string, Partial<Quirks>, number]>([
    ["takes lists of patients", {}, 22],
    ["cuts its pages in silence", { maxCount: 5, totals: "none" }, 90],
    ["looks for the first seven of a list alone", { lists: 7 }, 50],
    ["looks for the first of a list alone", { lists: 1 }, 78],
    ["finds nothing for a list", { lists: "none" }, 78],
    ["refuses lists", { lists: "refused" }, 78],
  ])(
    "is read for several patients at once as far as its answers show them, also one that %s",
    async (_t, quirks, most) => {
      const people = Array.from({ length: 60 }, (_, index) => `q${index}`);
      // Every third has a referral and a visit.
      const having = people.filter((_, index) => index % 3 === 2);
      const resources = [
        ...practitioner("dr1"),
        ...people.flatMap((each) =>
          patient(each).filter(
            ({ resourceType, id: its }) => resourceType === "Patient" || having.includes(String(its).slice(2)),
          ),
        ),
        ...having.map((each, index) => visit(`v-${each}`, "dr1", each, index % 5)),
      ];
      await link({ requires: BY_PATIENT, ...quirks }, { resources });
      server.requests.length = 0;
      await sync();
      expect(await ids("referral", "ehr_id")).toEqual(having.map((each) => `r-${each}`).toSorted());
      expect(await ids("document", "emr_id")).toEqual(having.map((each) => `d-${each}`).toSorted());
      expect(await visits()).toEqual(having.map((each) => `v-${each}`).toSorted());
      for (const kind of ["appointments", "referrals", "documents"])
        expect(await statusOf(kind)).toMatchObject({ status: "fresh", set_aside: 0 });
      const referrals = searches("ServiceRequest").filter((each) => each.includes("_count"));
      expect(referrals.length).toBeLessThanOrEqual(most);
      await server.remove("ServiceRequest", `r-${having[0]}`);
      await server.remove("Appointment", `v-${having[1]}`);
      for (let turn = 0; turn < 8; turn++) await sync();
      expect(await ids("referral", "ehr_id")).toEqual(
        having
          .slice(1)
          .map((each) => `r-${each}`)
          .toSorted(),
      );
      expect(await visits()).toEqual(
        having
          .filter((_, index) => index !== 1)
          .map((each) => `v-${each}`)
          .toSorted(),
      );
    },
  );

  it("wants a range of days, too", async () => {
    await link({
      requires: {
        ...BY_PATIENT,
        Appointment: { sets: [["patient", "date"]], status: 400, diagnostics: "date" },
      },
    });
    expect((await ways()).Appointment).toMatchObject({ by: "patient", form: "moments" });
    await sync();
    expect(await visits()).toEqual(["a1", "a2", "a3", "a4", "a5"]);
  });
});

describe("a server that lists visits, and shows open times for one schedule", () => {
  const SLOTS = {
    Slot: { sets: [["schedule", "start"]], status: 400, diagnostics: "schedule and start are required" },
  };

  it.each<[string, Partial<Quirks>]>([
    ["what changed", {}],
    ["whole lists", { refused: { _lastUpdated: 400 } }],
    ["small pages that are cut in silence, without totals", { maxCount: 3, totals: "none" }],
  ])("is read in both ways, with %s", async (_title, quirks) => {
    await link({ requires: SLOTS, ...quirks });
    expect((await ways()).Slot).toMatchObject({ by: "schedule", form: "moments", days: 28 });
    expect(await found("How visits and slots are read")).toMatch(
      /^as a .*list.*, Slot for one schedule and up to 28 days/,
    );
    await sync();
    expect(await visits()).toEqual(ALL_VISITS);
    expect(await statusOf("appointments")).toMatchObject({ status: "fresh", set_aside: 0 });
    await server.load([visit("a6", "dr2", "p4", 400), openTime("o3", "dr1", 2), visit("a1", "dr1", "p1", 9)]);
    await server.remove("Appointment", "a2");
    await server.remove("Slot", "o1");
    // The list leaves it out, although it is there.
    server.quirks = { ...server.quirks, hidden: ["Appointment/a3"] };
    await sync();
    expect(await visits()).toEqual(["Slot/o2", "Slot/o3", "a1", "a3", "a4", "a5", "a6"]);
    expect(await rows("appointment", "emr_appointment_id, starts_at")).toContainEqual({
      emr_appointment_id: "a1",
      starts_at: new Date(`${dayFromNow(9)}T17:00:00Z`),
    });
    expect(await statusOf("appointments")).toMatchObject({ status: "fresh" });
    await sync();
    expect(await visits()).toEqual(["Slot/o2", "Slot/o3", "a1", "a3", "a4", "a5", "a6"]);
  });
});

describe("a server that lists no locations", () => {
  const BY_ID = { sets: [["_id"]], status: 403, diagnostics: "No list of locations" };
  const place = (id: string): FhirResource => ({ resourceType: "Location", id, name: `Place ${id}` });
  const at = (resource: FhirResource, location: string): FhirResource =>
    resource.resourceType === "Appointment"
      ? {
          ...resource,
          participant: [
            ...resource.participant,
            { actor: { reference: `Location/${location}` }, status: "accepted" as const },
          ],
        }
      : resource;
  const practice = (): FhirResource[] => [
    ...smallClinic().map((each) => {
      if (each.id === "s-dr2" && each.resourceType === "Schedule")
        return { ...each, actor: [...each.actor, { reference: "Location/l3" }] };
      return at(each, each.id === "a2" ? "l2" : "l1");
    }),
    ...["l1", "l2", "l3", "l4"].map(place),
  ];

  it.each<[string, Partial<Quirks>, Partial<FhirConnection>]>([
    [
      "and visits per practitioner",
      { requires: { ...BY_PRACTITIONER, Location: BY_ID } },
      { practitioner_ids: "dr1 dr2" },
    ],
    ["and all visits", { requires: { Location: BY_ID } }, {}],
    ["and reads each alone", { requires: { Location: { ...BY_ID, sets: [] } } }, {}],
  ])("is read for those that visits and open times name: %s", async (_title, quirks, settings) => {
    await link(quirks, { ...settings, resources: practice() });
    expect((await ways()).Location).toMatchObject({ by: "id" });
    await sync();
    expect(await rows("location", "emr_id, name")).toEqual(
      ["l1", "l2", "l3"].map((id) => ({ emr_id: id, name: `Place ${id}` })),
    );
    expect(await statusOf("locations")).toMatchObject({ status: "fresh", set_aside: 0 });
    await server.load([{ ...place("l2"), name: "Moved" } as FhirResource, at(visit("a6", "dr1", "p1", 2), "l4")]);
    await server.remove("Location", "l3");
    await sync();
    expect(await rows("location", "emr_id, name")).toEqual([
      { emr_id: "l1", name: "Place l1" },
      { emr_id: "l2", name: "Moved" },
      { emr_id: "l4", name: "Place l4" },
    ]);
  });

  it("sets a location aside that is refused", async () => {
    await link(
      { requires: { Location: BY_ID }, hidden: ["Location/l2"], statuses: { "Location/l2": 403 } },
      { resources: practice() },
    );
    await sync();
    expect(await ids("location", "emr_id")).toEqual(["l1", "l3"]);
    expect(await statusOf("locations")).toMatchObject({ status: "fresh", set_aside: 1 });
  });
});

describe("a test of a connection to a server", () => {
  const IDS = { practitioner_ids: "dr1, dr2" };
  const practice = [...smallClinic(), ...practitioner("dr3")];

  it.each<[string, Partial<Quirks>]>([
    ["is forbidden one practitioner", { refusedFor: { "practitioner=dr1": 403, "actor=Practitioner/dr1": 403 } }],
    ["does not know one practitioner for searches", { refusedFor: { "practitioner=dr1": 404 } }],
    ["meets a fault for one practitioner", { refusedFor: { "practitioner=dr1": 500 } }],
    ["is forbidden to read one practitioner", { refused: { _id: 400 }, statuses: { "Practitioner/dr1": 403 } }],
    ["is forbidden one schedule", { refusedFor: { "schedule=s-dr1": 403 } }],
    ["is forbidden one patient", { refusedFor: { "patient=p1": 403 } }],
    ["is forbidden to read one patient", { refusedFor: { "_id=p1": 403 }, statuses: { "Patient/p1": 403 } }],
  ])("finds the ways by others if it %s", async (_title, quirks) => {
    const other = visit("a0", "dr1", "p2", 1);
    await link({ requires: BY_PRACTITIONER, ...quirks }, { ...IDS, resources: [...practice, other] });
    expect(await ways()).toMatchObject({
      Practitioner: { by: "id" },
      Appointment: { by: "practitioner", form: "moments", days: 28 },
      Slot: { by: "schedule", form: "moments", days: 28 },
      Patient: { by: "id" },
      ServiceRequest: { by: "patient" },
      DocumentReference: { by: "patient" },
    });
  });

  it("finds no way if everybody is refused", async () => {
    const refusedFor = { "practitioner=dr1": 403, "practitioner=dr2": 403 };
    await link({ requires: BY_PRACTITIONER, refusedFor }, IDS);
    expect((await ways()).Appointment).not.toMatchObject({ by: "practitioner" });
  });
});

describe("a server that requires something in every search", () => {
  const required = { "*": { sets: [["ah-practice"]], status: 400, diagnostics: "Missing parameter: ah-practice" } };

  it("says what it lacks, and is read with the parameters that were entered", async () => {
    await link({ requires: required });
    expect(await found("How patients are read")).toContain("ah-practice");
    await server.stop();
    await link({ requires: required }, { search_parameters: "ah-practice=Organization/a-1.Practice-1" });
    await sync();
    expect(await patients()).toEqual(["p1", "p2", "p3", "p4"]);
    expect(await visits()).toEqual(ALL_VISITS);
    expect(server.quirks.requires).not.toEqual(NO_QUIRKS.requires);
  });
});

describe("a server that shows nothing without a patient", () => {
  it("is said to show neither patients nor what is theirs", async () => {
    await link({ needs: { parameters: ["patient", "identifier", "_id"], diagnostics: "must have either patient" } });
    await sync();
    for (const kind of ["patients", "visits and slots", "referrals", "documents"])
      expect(await found(`How ${kind} are read`)).toMatch(/^not at all: .*must have either patient/);
    const { capabilities } = await profile();
    expect(new Set(capabilities.map(({ support }) => support))).toEqual(new Set(["unsupported"]));
  });
});
