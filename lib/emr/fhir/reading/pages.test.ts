import type { FhirResource, Patient } from "fhir/r4";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { FindingName } from "#lib/emr/fhir/findings";
import type { RecordPage } from "#lib/emr/port/port";
import type { FhirHabits } from "#lib/testing/fhir/habits";
import { type MedplumServer, startMedplum } from "#lib/testing/fhir/medplum";
import { readAllIds, readFrom, readWhole } from "#lib/testing/fhir/read-from";

const now = () => AbortSignal.timeout(10_000);

let server: MedplumServer;
beforeEach(async () => {
  server = await startMedplum({ maxPageSize: 4 });
});
afterEach(() => server.stop());

const at = (seconds: number) => new Date(Date.UTC(2026, 2, 5, 10) + seconds * 1_000).toISOString();

const patient = (id: string, lastUpdated: string, rest: object = {}): FhirResource => ({
  resourceType: "Patient",
  id,
  meta: { lastUpdated },
  birthDate: "1980-05-17",
  name: [{ family: `Family ${id}` }],
  ...rest,
});

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Ids whose order is not that of their changes. */
const idOf = (index: number): string => `P${String((index * 7) % 25).padStart(2, "0")}`;

const loadPatients = () => server.load(range(25).map((index) => patient(idOf(index), at(index))));

const all = range(25).map(idOf).toSorted();

const BY_CHANGE = { last_updated: "works", last_updated_resolution_ms: 1 } as const;

const open = (findings: NonNullable<Parameters<typeof readFrom>[1]>["findings"] = BY_CHANGE) =>
  readFrom(server.baseUrl, { findings });

const idsIn = (whole: { records: { ehrId: string }[] }) => whole.records.map(({ ehrId }) => ehrId);

describe("reading a kind to its end", () => {
  const habits = (["offset", "held"] as const).flatMap((paging) =>
    (["absolute", "relative", "rooted"] as const).flatMap((nextLink) =>
      (["works", "unknown"] as const).map((last_updated) => ({ paging, nextLink, last_updated })),
    ),
  );
  it.each(habits)(
    "shows each record once: $paging pages, $nextLink links, _lastUpdated $last_updated",
    async (each) => {
      const { last_updated, ...habit } = each;
      server.habits = { ...server.habits, ...habit };
      await loadPatients();
      const reads = open({ ...BY_CHANGE, last_updated });
      const whole = await readWhole(reads, "patients");
      expect(idsIn(whole).toSorted()).toEqual(all);
      expect(whole.pages[0]?.total).toBe(25);
      expect((await readAllIds(reads, "patients")).toSorted()).toEqual(all);
    },
  );

  const ignorant: [string, Partial<FhirHabits>][] = [
    ["refuses its order", { parameters: { _sort: "refused" } }],
    ["ignores its order", { parameters: { _sort: "ignored" } }],
    ["answers an order with nothing", { parameters: { _sort: "empty", _elements: "empty" } }],
    ["refuses the size of its pages", { overMaxPageSize: "refused", pageSize: 3 }],
    ["states no totals", { totals: false }],
    ["shows whole seconds", { wholeSeconds: true }],
  ];
  it.each(ignorant)("shows all records of a server that %s", async (_name, habit) => {
    server.habits = { ...server.habits, ...habit };
    await loadPatients();
    const reads = open({ ...BY_CHANGE, last_updated_resolution_ms: habit.wholeSeconds ? 1_000 : 1 });
    const whole = await readWhole(reads, "patients");
    expect([...new Set(idsIn(whole))].toSorted()).toEqual(all);
    expect(whole.since).not.toBeNull();
    expect([...new Set(await readAllIds(reads, "patients"))].toSorted()).toEqual(all);
    await server.load([patient("P99", new Date().toISOString())]);
    expect(idsIn(await readWhole(reads, "patients", whole.since))).toContain("P99");
  });

  it("shows all records that carry one moment, over many pages", async () => {
    await server.load([
      ...range(5).map((index) => patient(`A${index}`, at(index))),
      ...range(15).map((index) => patient(`B${index}`, at(9))),
      ...range(5).map((index) => patient(`C${index}`, at(20 + index))),
    ]);
    const whole = await readWhole(open(), "patients");
    expect(idsIn(whole)).toHaveLength(25);
    expect(new Set(idsIn(whole)).size).toBe(25);
  });

  it("does not take an order for proved that the first page had by chance", async () => {
    server.habits = { ...server.habits, parameters: { _sort: "ignored" } };
    await server.load([patient("A", at(1)), patient("B", at(2)), patient("C", at(3)), patient("D", at(99))]);
    await server.load(range(12).map((index) => patient(`E${index}`, at(10 + index))));
    expect(idsIn(await readWhole(open(), "patients"))).toHaveLength(16);
  });

  it("reads all of a server without the moments of changes by its links", async () => {
    await server.load(range(9).map((index) => ({ ...patient(`P${index}`, at(index)), meta: {} }) as FhirResource));
    const whole = await readWhole(open({ last_updated: "refused" }), "patients");
    expect(idsIn(whole)).toHaveLength(9);
  });
});

describe("records that change while they are read", () => {
  it("loses none to pages that drift: after the next reading every record equals the server's", async () => {
    await loadPatients();
    const reads = open();
    const stored = new Map<string, string>();
    let cursor: string | null = null;
    let since: string | null = null;
    for (let step = 0; ; step++) {
      const page: RecordPage<"patients"> = await reads.readPage("patients", { cursor, since: null }, now());
      for (const { ehrId, lastName } of page.records) stored.set(ehrId, lastName);
      if (page.next === null) {
        since = page.since;
        break;
      }
      cursor = page.next;
      // Shifts the pages both ways: a record read before goes, one moves to the end, and one is new.
      const [first = "", second = ""] = [...stored.keys()];
      if (step > 2) continue;
      await fetch(`${server.baseUrl}/Patient/${first}`, { method: "DELETE" });
      stored.delete(first);
      await server.load([
        patient(second, at(200 + step), { name: [{ family: `Changed ${step}` }] }),
        patient(`N${step}`, at(300 + step)),
      ]);
    }
    for (const { ehrId, lastName } of (await readWhole(reads, "patients", since)).records) stored.set(ehrId, lastName);
    const held = await server.held<Patient>("Patient");
    expect([...stored].toSorted()).toEqual(held.map(({ id, name }) => [id, name?.[0]?.family]).toSorted());
  });

  it("goes on where it was over another connection, also after the server has forgotten its pages", async () => {
    server.habits = { ...server.habits, paging: "held" };
    await loadPatients();
    for (const last_updated of ["works", "unknown"] as const) {
      const first = await open({ ...BY_CHANGE, last_updated }).readPage(
        "patients",
        { cursor: null, since: null },
        now(),
      );
      for (let count = 0; count < 21; count++) await fetch(`${server.baseUrl}/Patient?_count=1`);
      const found = new Set(first.records.map(({ ehrId }) => ehrId));
      const reads = open({ ...BY_CHANGE, last_updated });
      for (let cursor = first.next; cursor !== null; ) {
        const page: RecordPage<"patients"> = await reads.readPage("patients", { cursor, since: null }, now());
        for (const { ehrId } of page.records) found.add(ehrId);
        cursor = page.next;
      }
      expect([...found].toSorted()).toEqual(all);
    }
  });

  it("begins anew at a cursor of another version of the product", async () => {
    await loadPatients();
    const page = await open().readPage("patients", { cursor: '{"page":3}', since: null }, now());
    expect(page.records.map(({ ehrId }) => ehrId)).toEqual(range(4).map(idOf));
  });
});

describe("reading what changed", () => {
  it("reports a server that no longer filters by the time of a change", async () => {
    await server.load([patient("P1", at(0)), patient("P2", at(86_400))]);
    const contradicted: FindingName[] = [];
    const reads = readFrom(server.baseUrl, { findings: BY_CHANGE, contradicted });
    const { since } = await readWhole(reads, "patients");
    await readWhole(reads, "patients", since);
    expect(contradicted).toEqual([]);
    server.habits = { ...server.habits, parameters: { _lastUpdated: "ignored" } };
    await reads.readPage("patients", { cursor: null, since }, now());
    expect(contradicted).toContain("last_updated");
  });

  it("returns what changed since the last reading, and a little of what was before", async () => {
    await loadPatients();
    const reads = open();
    const { since } = await readWhole(reads, "patients");
    await server.load([patient("P00", at(500)), patient("N1", at(501))]);
    expect(idsIn(await readWhole(reads, "patients", since))).toEqual(expect.arrayContaining(["P00", "N1", idOf(24)]));
    const { since: later } = await readWhole(reads, "patients", since);
    expect(idsIn(await readWhole(reads, "patients", later))).toEqual(["P00", "N1"]);
  });

  it("overlaps by the server's resolution", async () => {
    server.habits = { ...server.habits, wholeSeconds: true };
    await server.load([patient("A", "2026-03-05T10:00:00.900Z")]);
    const reads = open({ ...BY_CHANGE, last_updated_resolution_ms: 1_000 });
    const { since } = await readWhole(reads, "patients");
    // It carries the same second as the watermark.
    await server.load([patient("B", "2026-03-05T10:00:00.950Z")]);
    expect(idsIn(await readWhole(reads, "patients", since))).toEqual(["A", "B"]);
  });

  it("names the records of what was entered in error, taken or blocked since", async () => {
    const practitioner = { actor: { reference: "Practitioner/D1" }, status: "accepted" };
    const visit = { resourceType: "Appointment", id: "A1", start: at(0), participant: [practitioner] };
    const slot = { resourceType: "Slot", id: "S1", start: at(0), end: at(60), schedule: { reference: "Schedule/C1" } };
    await server.load([
      { resourceType: "Schedule", id: "C1", actor: [practitioner.actor] },
      { ...visit, status: "booked", meta: { lastUpdated: at(1) } },
      { ...slot, status: "free", meta: { lastUpdated: at(2) } },
    ] as FhirResource[]);
    const reads = open();
    const { records, deleted, since } = await readWhole(reads, "appointments");
    expect([records.length, deleted]).toEqual([2, []]);
    await server.load([
      { ...visit, status: "entered-in-error", meta: { lastUpdated: at(1_000) } },
      { ...slot, status: "busy", meta: { lastUpdated: at(1_001) } },
    ] as FhirResource[]);
    const changed = await readWhole(reads, "appointments", since);
    expect([changed.records, changed.deleted]).toEqual([[], ["A1", "Slot/S1"]]);
  });
});
