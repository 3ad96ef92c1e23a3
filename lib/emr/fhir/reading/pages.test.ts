import type { Bundle, FhirResource, Patient } from "fhir/r4";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { FindingName } from "#lib/emr/fhir/findings";
import type { RecordPage } from "#lib/emr/port/port";
import { startAlteredFront } from "#lib/testing/fhir/altered-front";
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

  it("asks for the number of records if pages state no total, once, and only if the server was proved to count", async () => {
    server.habits = { ...server.habits, totals: false };
    await loadPatients();
    const totals = async (summary_count: "works" | "ignored") =>
      (await readWhole(open({ ...BY_CHANGE, summary_count }), "patients")).pages.map(({ total }) => total);
    expect(await totals("ignored")).not.toContain(25);
    const [first, ...others] = await totals("works");
    expect([first, ...others.filter((total) => total !== null)]).toEqual([25]);
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

describe("links and lists that are not to be trusted", () => {
  /** Opens the reads through a front that alters the answers to searches. */
  async function altered(change: (bundle: Bundle) => object, findings = {}) {
    await loadPatients();
    const front = await startAlteredFront(server);
    onTestFinished(() => front.stop());
    front.alter = async (_request, forward) => {
      const answer = await forward();
      const bundle: Bundle = JSON.parse(String(answer.body));
      return { ...answer, body: JSON.stringify({ ...bundle, ...change(bundle) }) };
    };
    return readFrom(front.baseUrl, { findings });
  }
  const nextAt = (url: string) => ({ link: [{ relation: "next", url }] });

  it.each([
    ["another host", "http://127.0.0.2:9/fhir/R4/Patient?page=2"],
    ["another scheme", "ftp://127.0.0.1/Patient?page=2"],
    ["an address with credentials", "http://me:secret@127.0.0.1/Patient?page=2"],
    ["no address", "http://"],
  ])("does not follow a link to %s", async (_name, url) => {
    const reads = await altered(() => nextAt(url));
    await expect(readWhole(reads, "patients")).rejects.toMatchObject({
      kind: "validation",
      message: "The EMR's link to its next page leads to another address",
    });
  });

  it("needs no link where it can go on by the last change", async () => {
    const links = await altered(
      ({ link = [] }) => (link.length > 1 ? nextAt("http://127.0.0.2:9/fhir/R4/Patient?page=2") : {}),
      BY_CHANGE,
    );
    expect(idsIn(await readWhole(links, "patients")).toSorted()).toEqual(all);
    const none = await altered(() => ({ link: [] }), BY_CHANGE);
    expect(idsIn(await readWhole(none, "patients")).toSorted()).toEqual(all);
  });

  it("does not take a list for whole that the server cuts without a link", async () => {
    const reads = await altered(() => ({ link: [] }));
    const { records, pages } = await readWhole(reads, "patients");
    expect(records).toHaveLength(4);
    expect(pages.at(-1)).toMatchObject({
      since: null,
      doubt: "The EMR returns 4 of Patient and does not show whether there are more",
    });
  });

  it("ends at a link that leads back to its own page", async () => {
    const reads = await altered(() => nextAt("Patient?_offset=4"));
    const { pages } = await readWhole(reads, "patients");
    expect(pages.at(-1)?.doubt).toBe("The EMR's pages of Patient repeat and have no end");
  });

  it("does not take a page for whole in which the server states a failure", async () => {
    const issue = { resource: { resourceType: "OperationOutcome", issue: [{ severity: "error", code: "timeout" }] } };
    const reads = await altered(({ entry = [] }) => ({ entry: [...entry, issue] }));
    await expect(readWhole(reads, "patients")).rejects.toMatchObject({ kind: "passing" });
  });

  it("reads entries of any shape", async () => {
    const strange = [null, 7, {}, { resource: null }, { resource: { resourceType: "Patient" } }];
    const reads = await altered(() => ({ entry: strange, link: "none", total: 1 }));
    expect(await readWhole(reads, "patients")).toMatchObject({
      records: [],
      faulty: [{ ehrId: "record 1", reason: "The resource has no id" }],
    });
  });

  it("reports that the server no longer filters by the last change", async () => {
    await loadPatients();
    const contradicted: FindingName[] = [];
    const { since } = await readWhole(open(), "patients");
    server.habits = { ...server.habits, parameters: { _lastUpdated: "ignored" } };
    const reads = readFrom(server.baseUrl, { findings: BY_CHANGE, contradicted });
    expect([...new Set(idsIn(await readWhole(reads, "patients", since)))].toSorted()).toEqual(all);
    expect(contradicted).toContain("last_updated");
  });
});

describe("records that change while they are read", () => {
  it.each<[string, Partial<FhirHabits>, "works" | "unknown"]>([
    ["by the moments of change", {}, "works"],
    ["by the links of offset pages", { parameters: { _sort: "refused" } }, "works"],
    ["by the links of offset pages without totals", { parameters: { _sort: "refused" }, totals: false }, "works"],
    ["by the links of offset pages, always whole", {}, "unknown"],
  ])(
    "loses none to pages that drift, read %s: after the next reading every record equals the server's",
    async (...each) => {
      const [_how, habit, last_updated] = each;
      server.habits = { ...server.habits, ...habit };
      await loadPatients();
      const reads = open({ ...BY_CHANGE, last_updated });
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
          patient(second, new Date().toISOString(), { name: [{ family: `Changed ${step}` }] }),
          patient(`N${step}`, new Date().toISOString()),
        ]);
      }
      for (const { ehrId, lastName } of (await readWhole(reads, "patients", since)).records)
        stored.set(ehrId, lastName);
      const held = await server.held<Patient>("Patient");
      expect([...stored].toSorted()).toEqual(held.map(({ id, name }) => [id, name?.[0]?.family]).toSorted());
    },
  );

  it.each([false, true])(
    "lists the id of each record that stays, though a change is under way: deletions %s",
    async (drifts) => {
      server.habits = { ...server.habits, parameters: { _sort: "refused" } };
      await loadPatients();
      const reads = open();
      const listed: string[] = [];
      let asked = 0;
      for (let cursor: string | null = null; ; ) {
        const page = await reads.readIds("patients", cursor, now());
        listed.push(...page.ehrIds);
        if (page.next === null) break;
        cursor = page.next;
        if (drifts && asked++ < 2) await fetch(`${server.baseUrl}/Patient/${listed[asked]}`, { method: "DELETE" });
      }
      const held = (await server.held<Patient>("Patient")).map(({ id }) => id as string);
      expect(held.filter((id) => !listed.includes(id))).toEqual([]);
      // A list that stood still is read once.
      if (!drifts) expect(listed).toHaveLength(25);
    },
  );

  it("loses no record that became visible late to a first page that is empty", async () => {
    await loadPatients();
    const front = await startAlteredFront(server);
    onTestFinished(() => front.stop());
    const reads = readFrom(front.baseUrl, { findings: BY_CHANGE });
    const { since } = await readWhole(reads, "patients");
    await server.load([patient("LATE", at(23.5))]);
    front.alter = async ({ url }, forward) => {
      const answer = await forward();
      if (!url.includes("_sort=_lastUpdated") || url.includes("_format=")) return answer;
      const link = [{ relation: "next", url: `${url.replace("/fhir/R4/", "")}&_format=json` }];
      return { ...answer, body: JSON.stringify({ resourceType: "Bundle", type: "searchset", link }) };
    };
    expect(idsIn(await readWhole(reads, "patients", since))).toContain("LATE");
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

  it("is tried again later if the server forgets its pages again and again, since it may keep them then", async () => {
    server.habits = { ...server.habits, paging: "held" };
    await loadPatients();
    const reads = open({ ...BY_CHANGE, last_updated: "unknown" });
    const readOn = async () => {
      for (let cursor: string | null = null; ; ) {
        const page: RecordPage<"patients"> = await reads.readPage("patients", { cursor, since: null }, now());
        if (page.next === null) return;
        cursor = page.next;
        for (let count = 0; count < 21; count++) await fetch(`${server.baseUrl}/Patient?_count=1`);
      }
    };
    await expect(readOn()).rejects.toMatchObject({
      kind: "passing",
      message: expect.stringMatching(/^The EMR refuses its own next page of Patient: .*The search has expired$/),
    });
  });

  it("begins anew at a cursor of another version of the product", async () => {
    await loadPatients();
    const page = await open().readPage("patients", { cursor: '{"page":3}', since: null }, now());
    expect(page.records.map(({ ehrId }) => ehrId)).toEqual(range(4).map(idOf));
  });
});

describe("reading what changed", () => {
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
