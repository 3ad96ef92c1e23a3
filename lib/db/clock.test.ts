import { afterEach, describe, expect, it, vi } from "vitest";
import { learnTime, present, presentMs } from "#lib/kernel/clock";
import { newId, timeOfId } from "#lib/kernel/id";
import { forgetSingleton } from "#lib/kernel/singleton";
import { readiness } from "#lib/server/readiness";
import { testDatabase } from "#lib/testing/test-database";
import { clockFault, readClock } from "./clock.ts";

const database = testDatabase();
const SECOND_MS = 1_000;
const DAY_MS = 86_400 * SECOND_MS;

afterEach(() => {
  vi.useRealTimers();
  forgetSingleton("clock");
});

/** Shifts the process's own clock, and reads the database's. */
async function shift(ms: number): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
  await readClock();
}

/** Returns how far the time lies within the two readings of the database's clock that surround it; 0 for within. */
async function distanceOf(time: () => number): Promise<number> {
  const read = async () =>
    Number(
      (await database.asOwner<{ ms: string }>("SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms"))[0]?.ms,
    );
  const before = await read();
  const found = time();
  const after = await read();
  return found < before ? before - found : Math.max(0, found - after);
}

describe.each([
  ["2 seconds", 2 * SECOND_MS],
  ["20 minutes", 1_200 * SECOND_MS],
  ["400 days", 400 * DAY_MS],
])("a process whose clock differs by %s", (_name, difference) => {
  it.each([
    ["ahead", difference],
    ["behind", -difference],
  ])("uses the database's time for rows and ids: %s", async (_direction, ms) => {
    await shift(ms);
    expect(await distanceOf(presentMs)).toBeLessThan(SECOND_MS);
    expect(await distanceOf(() => timeOfId(newId()).getTime())).toBeLessThan(SECOND_MS);
  });

  it.each([
    ["ahead of", difference],
    ["behind", -difference],
  ])("says so if that is more than a minute: %s", async (direction, ms) => {
    await shift(ms);
    const isFault = Math.abs(ms) > 60 * SECOND_MS;
    expect(clockFault() !== null).toBe(isFault);
    const { warning } = (await readiness()).body as { warning?: string };
    if (isFault) expect(warning).toContain(`${direction} the database's: retention deletes nothing here`);
    else expect(warning).toBeUndefined();
  });
});

it("never goes back, although a later reading is earlier", async () => {
  await readClock();
  const before = presentMs();
  learnTime(before - 5 * SECOND_MS, before - 5 * SECOND_MS);
  expect(presentMs()).toBeGreaterThanOrEqual(before);
  expect(present().getTime()).toBeGreaterThanOrEqual(before);
  const [one, two] = [newId(), newId()];
  expect([one, two].toSorted()).toEqual([one, two]);
});

describe("a later reading", () => {
  it("changes nothing if what is known lies within it, however slow it was", async () => {
    await readClock();
    const before = presentMs();
    learnTime(before - SECOND_MS, before + 100 * SECOND_MS);
    expect(presentMs() - before).toBeLessThan(SECOND_MS);
  });

  it("corrects what it contradicts", async () => {
    learnTime(presentMs(), presentMs() + 60 * SECOND_MS);
    expect(await distanceOf(presentMs)).toBeGreaterThan(20 * SECOND_MS);
    forgetSingleton("clock");
    learnTime(presentMs() - 60 * SECOND_MS, presentMs());
    await readClock();
    expect(await distanceOf(presentMs)).toBeLessThan(SECOND_MS);
  });
});
