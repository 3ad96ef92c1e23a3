import type { FhirResource } from "fhir/r4";
import { afterEach, describe, expect, it } from "vitest";
import type { RecordPage } from "#lib/emr/port/port";
import { readFrom, readWhole } from "#lib/testing/fhir/read-from";
import { NO_QUIRKS, type Quirks } from "#lib/testing/fhir/replay/quirks";
import { type ReplayServer, startReplayServer } from "#lib/testing/fhir/replay/replay-server";

let server: ReplayServer;
afterEach(() => server.stop());

const moment = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

/** Returns patients that were changed at these moments, in seconds. */
const changedAt = (seconds: readonly number[]) =>
  seconds.map(
    (second, index): FhirResource => ({
      resourceType: "Patient",
      id: `p${String(index).padStart(3, "0")}`,
      meta: { lastUpdated: moment(second) },
      name: [{ family: `Name ${index}` }],
    }),
  );

const several = (second: number, times: number) => Array.from({ length: times }, () => second);

const SHAPES: readonly (readonly [string, readonly number[]])[] = [
  ["all of one moment", several(0, 12)],
  ["a first page of one moment", [...several(0, 4), 1, 2, 3, 4, 5, 6, 7, 8]],
  ["more than a page of one moment first", [...several(0, 9), 1, 2, 3]],
  ["more than a page of one moment in the middle", [0, 1, ...several(2, 9), 3, 4]],
  ["more than a page of one moment last", [0, 1, 2, ...several(3, 9)]],
  ["two moments of more than a page each", [...several(0, 6), ...several(1, 6)]],
  ["pairs", [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]],
  ["each its own", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
];

const SERVERS: readonly (readonly [string, Partial<Quirks>])[] = [
  ["with totals", {}],
  ["without totals", { totals: "none" }],
];

describe.each(SERVERS)("a reading of all records, %s", (_server, quirks) => {
  it.each(SHAPES.flatMap(([name, seconds]) => [1, 3, 4, 12].map((size) => [name, size, seconds] as const)))(
    "has each once: %s, in pages of %d",
    async (_name, size, seconds) => {
      server = await startReplayServer({ ...NO_QUIRKS, ...quirks, pageSize: size });
      await server.load(changedAt(seconds));
      const findings = { last_updated: "works", last_updated_resolution_ms: 1_000, page_size: size } as const;
      const { records } = await readWhole(readFrom(server.baseUrl, { findings }), "patients");
      const ids = records.map(({ ehrId }) => ehrId);
      expect(new Set(ids).size).toBe(seconds.length);
      expect(ids.toSorted()).toEqual([...new Set(ids)].toSorted());
    },
  );
});

it.each(SHAPES)("that moves while records change lacks none for good: %s", async (_name, seconds) => {
  server = await startReplayServer({ ...NO_QUIRKS, pageSize: 4 });
  const patients = changedAt(seconds);
  await server.load(patients);
  const findings = { last_updated: "works", last_updated_resolution_ms: 1_000, page_size: 4 } as const;
  const reads = readFrom(server.baseUrl, { findings });
  const ids: string[] = [];
  let since: string | null = null;
  for (let cursor: string | null = null, page = 1; ; page++) {
    const read: RecordPage<"patients"> = await reads.readPage(
      "patients",
      { cursor, since: null },
      AbortSignal.timeout(10_000),
    );
    since = read.since;
    ids.push(...read.records.map(({ ehrId }) => ehrId));
    // What was read first moves behind all others.
    const moved = patients[page - 1];
    if (page <= 4 && moved)
      await server.load([
        { ...moved, meta: { lastUpdated: new Date(Date.now() + page * 1_000).toISOString() } } as FhirResource,
      ]);
    if (read.next === null) break;
    cursor = read.next;
  }
  // The next reading begins at the watermark of this one.
  const { records } = await readWhole(reads, "patients", since);
  expect(new Set([...ids, ...records.map(({ ehrId }) => ehrId)]).size).toBe(seconds.length);
});
