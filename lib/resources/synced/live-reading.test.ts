import { expect, it } from "vitest";
import type { EmrConnection } from "#lib/emr/port/port";
import { presentMs } from "#lib/kernel/clock";
import { askForEach } from "./live-reading.ts";

const never = new AbortController().signal;
const ids = Array.from({ length: 30 }, (_, index) => `APT-${index}`);

/** Asks for what a fetch lacks that began so many milliseconds ago; the EMR has none of it. */
async function ask(agoMs: number, readEach?: (asked: string[]) => void) {
  const emr = (readEach
    ? {
        readEach: async (_kind: string, asked: string[]) => {
          readEach(asked);
          return { records: [], faulty: [], deleted: asked };
        },
      }
    : {}) as unknown as EmrConnection;
  return askForEach({ emr, kind: "appointments", begun: presentMs() - agoMs }, ids, never, async () => null);
}

it("asks for at most 25 records, one by one", async () => {
  expect(await ask(0)).toMatchObject({ deleted: ids.slice(0, 25), lacking: 30, unasked: 5 });
});

it("asks by the reading of a sync where the EMR has one, in turns", async () => {
  const turns: number[] = [];
  expect(await ask(0, (asked) => turns.push(asked.length))).toMatchObject({ deleted: ids.slice(0, 25), unasked: 5 });
  expect(turns).toEqual([5, 5, 5, 5, 5]);
});

it("asks for none once the reading has taken most of its time, and calls none of them gone", async () => {
  expect(await ask(20_000)).toMatchObject({ deleted: [], lacking: 30, unasked: 30 });
});
