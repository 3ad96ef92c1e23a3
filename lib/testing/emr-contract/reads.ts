import { describe, expect, it } from "vitest";
import type { EmrConnection, PatientQuestion, RecordPage, SyncKind } from "#lib/emr/port/port";
import { SYNC_KINDS } from "#lib/emr/port/sync";
import { recordedCalls } from "./recorded-calls.ts";
import type { ContractSubject } from "./subject.ts";

const never = new AbortController().signal;

/** The field that identifies a record of each kind in the EMR; the settings are one record. */
const ID_FIELD: Record<Exclude<SyncKind, "settings">, string> = {
  locations: "emrId",
  providers: "ehrId",
  visit_types: "id",
  staff: "ehrId",
  referring_providers: "ehrId",
  forms: "emrFormId",
  patients: "ehrId",
  appointments: "emrAppointmentId",
  claims: "emrClaimId",
  referrals: "ehrId",
  recalls: "ehrId",
  documents: "emrId",
};

const idsOf = (kind: SyncKind, page: RecordPage): string[] =>
  kind === "settings" ? [] : page.records.map((record) => Reflect.get(record, ID_FIELD[kind]) as string);

/** Reads all pages of a kind from a cursor on. */
async function readFrom(emr: EmrConnection, kind: SyncKind, cursor: string | null): Promise<RecordPage[]> {
  const pages: RecordPage[] = [];
  for (let next = cursor; ; ) {
    const page: RecordPage = await emr.readPage(kind, { cursor: next, since: null }, never);
    pages.push(page);
    if (page.next === null) return pages;
    next = page.next;
  }
}

/** The contract of every connector's reads. */
export function readContract(subject: () => ContractSubject): void {
  describe.each(SYNC_KINDS.map((kind) => ({ kind })))("reading $kind", ({ kind }) => {
    const open = () => subject().open(recordedCalls());

    it("shows what the EMR holds, each record once, or says why not", async () => {
      const emr = open();
      const { read, reason } = emr.kinds[kind];
      if (read === "unsupported") {
        expect(subject().holds[kind]).toBeUndefined();
        expect(reason).toMatch(/\w/);
        return;
      }
      const pages = await readFrom(emr, kind, null);
      const records = pages.flatMap((page) => page.records);
      expect(pages.flatMap((page) => page.faulty)).toEqual([]);
      expect(records.length).toBeGreaterThanOrEqual(subject().holds[kind] ?? 0);
      // An incremental reading may return a record again on a later page, as it may have changed meanwhile.
      const onceIn =
        read === "whole" ? [pages.flatMap((page) => idsOf(kind, page))] : pages.map((page) => idsOf(kind, page));
      for (const ids of onceIn) expect(new Set(ids).size).toBe(ids.length);
      for (const { total } of pages) if (total !== null) expect(total).toBe(records.length);
    });

    it("goes on at a page's `next` over another connection, with nothing lost or repeated", async () => {
      const emr = open();
      if (emr.kinds[kind].read === "unsupported") return;
      const first = await emr.readPage(kind, { cursor: null, since: null }, never);
      const rest = first.next === null ? [] : await readFrom(open(), kind, first.next);
      const whole = await readFrom(open(), kind, null);
      expect([first, ...rest].flatMap((page) => idsOf(kind, page))).toEqual(whole.flatMap((page) => idsOf(kind, page)));
    });

    it("lists the same ids as it shows records, if it lists ids", async () => {
      const emr = open();
      if (!emr.kinds[kind].ids || kind === "settings") return;
      const listed: string[] = [];
      for (let cursor: string | null = null; ; ) {
        const page = await emr.readIds(kind, cursor, never);
        listed.push(...page.ehrIds);
        if (page.next === null) break;
        cursor = page.next;
      }
      const shown = (await readFrom(emr, kind, null)).flatMap((page) => idsOf(kind, page));
      expect(listed.toSorted()).toEqual(shown.toSorted());
    });

    it("returns nothing new since its own watermark, if it reads what changed", async () => {
      const emr = open();
      if (emr.kinds[kind].read !== "incremental") return;
      const since = (await readFrom(emr, kind, null)).at(-1)?.since ?? null;
      expect(since).not.toBeNull();
      const changed = await emr.readPage(kind, { cursor: null, since }, never);
      // An overlap that fits the EMR's resolution may repeat the latest records.
      expect(changed.records.length).toBeLessThanOrEqual((await readFrom(emr, kind, null))[0]?.records.length ?? 0);
    });

    it("asks before each call, and makes none that is refused", async () => {
      const calls = recordedCalls();
      const emr = subject().open(calls);
      if (emr.kinds[kind].read === "unsupported") return;
      await emr.readPage(kind, { cursor: null, since: null }, never);
      expect(calls.taken).toBeGreaterThanOrEqual(1);
      calls.refuse = true;
      await expect(emr.readPage(kind, { cursor: null, since: null }, never)).rejects.toMatchObject({ limited: true });
    });

    it("fails for a passing reason while the EMR is out, and ends when it is called off", async () => {
      const emr = open();
      if (emr.kinds[kind].read === "unsupported") return;
      await subject().outage(true);
      try {
        await expect(emr.readPage(kind, { cursor: null, since: null }, never)).rejects.toMatchObject({
          kind: "passing",
        });
      } finally {
        await subject().outage(false);
      }
      await expect(emr.readPage(kind, { cursor: null, since: null }, AbortSignal.abort())).rejects.toThrow();
    });
  });

  describe("a live fetch", () => {
    const open = () => subject().open(recordedCalls());
    const LONG = { from: "2000-01-01T00:00:00.000Z", to: "2100-01-01T00:00:00.000Z" };
    const DAY_MS = 86_400_000;

    async function all<Kind extends "appointments" | "patients">(emr: EmrConnection, kind: Kind) {
      const pages = (await readFrom(emr, kind, null)) as unknown as RecordPage<Kind>[];
      return pages.flatMap(({ records }) => records);
    }

    it.each([
      { capability: "appointments_fetch", only: "visits" },
      { capability: "availability_fetch", only: "slots" },
    ] as const)("of $only returns those of its time as they are listed, and none of another one", async (row) => {
      const { capability, only } = row;
      const emr = open();
      if (!emr.capabilities.has(capability)) return;
      const listed = (await all(emr, "appointments")).filter(
        ({ category }) => (category === "appointment") === (only === "visits"),
      );
      const providerEhrIds = [...new Set(listed.map(({ providerEhrId }) => providerEhrId))];
      const whole = await emr.readSchedules({ ...LONG, providerEhrIds, only }, never);
      const byId = (records: typeof listed) =>
        new Map(records.map((each) => [each.emrAppointmentId, { ...each, createdAt: null }]));
      expect(whole.faulty).toEqual([]);
      expect(byId(whole.records)).toEqual(byId(listed));
      const [first] = listed;
      if (!first) return;
      // An EMR's days may begin at other moments, so that a day more on either side may be returned.
      const far = { from: "2099-01-01T00:00:00.000Z", to: "2099-01-02T00:00:00.000Z" };
      expect((await emr.readSchedules({ ...far, providerEhrIds, only }, never)).records).toEqual([]);
      const at = Date.parse(first.startsAt);
      const near = { from: new Date(at).toISOString(), to: new Date(at + 1).toISOString() };
      const { records } = await emr.readSchedules({ ...near, providerEhrIds, only }, never);
      expect(records.map(({ emrAppointmentId }) => emrAppointmentId)).toContain(first.emrAppointmentId);
      for (const { startsAt } of records) expect(Math.abs(Date.parse(startsAt) - at)).toBeLessThanOrEqual(3 * DAY_MS);
    });

    it("of patients returns whom an MRN, a name, a phone or a birth date names, and nobody else", async () => {
      const emr = open();
      if (!emr.capabilities.has("patients_fetch")) return;
      const listed = (await all(emr, "patients")).filter(({ mergedInto }) => mergedInto === null);
      const sought = listed.find(({ dob, phone }) => dob !== null && phone !== "");
      if (!sought?.dob) throw new Error("The EMR shows no patient with a birth date and a phone number");
      const idsFor = async (question: PatientQuestion) =>
        (await emr.findPatients(question, never)).records.map(({ ehrId }) => ehrId);
      for (const question of [
        { mrn: sought.mrn },
        { dob: sought.dob },
        { phone: sought.phone },
        { name: `${sought.lastName.slice(0, 3)} ${sought.firstName}` },
      ])
        expect(await idsFor(question), JSON.stringify(Object.keys(question))).toContain(sought.ehrId);
      const bornThen = listed.filter(({ dob }) => dob === sought.dob).map(({ ehrId }) => ehrId);
      expect((await idsFor({ dob: sought.dob })).toSorted()).toEqual(bornThen.toSorted());
      for (const question of [{ mrn: "NONE-999" }, { dob: "1851-01-01" }, { phone: "999-555-0999" }, { name: "Zzyzx" }])
        expect(await idsFor(question)).toEqual([]);
    });

    it("fails for a passing reason while the EMR is out", async () => {
      const emr = open();
      const asked = [
        ...(emr.capabilities.has("patients_fetch") ? [() => emr.findPatients({ mrn: "MRN-1" }, never)] : []),
        ...(emr.capabilities.has("appointments_fetch")
          ? [() => emr.readSchedules({ ...LONG, providerEhrIds: ["101"], only: "visits" as const }, never)]
          : []),
      ];
      await subject().outage(true);
      try {
        for (const ask of asked) await expect(ask()).rejects.toMatchObject({ kind: "passing" });
      } finally {
        await subject().outage(false);
      }
    });
  });
}
