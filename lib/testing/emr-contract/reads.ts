import { describe, expect, it } from "vitest";
import type { EmrConnection, RecordPage, SyncKind } from "#lib/emr/port/port";
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
}
