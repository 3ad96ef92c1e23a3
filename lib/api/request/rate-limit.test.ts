import { afterEach, expect, it } from "vitest";
import { newId } from "#lib/kernel/id";
import { testDatabase } from "#lib/testing/test-database";
import { RateLimiter } from "./rate-limit.ts";

testDatabase();

const LIMIT = 160;
/** In the middle of the next minute, because the current one may end during the tests, and its counts with it. */
const now = Math.floor(Date.now() / 60_000) * 60_000 + 90_000;

/** Returns how many of `each` concurrent requests each process lets through. */
async function burst(processes: RateLimiter[], each: number, caller = newId()): Promise<number[]> {
  return Promise.all(
    processes.map(async (limiter) => {
      const standings = await Promise.all(Array.from({ length: each }, () => limiter.take(caller, LIMIT, now)));
      return standings.filter(({ remaining }) => remaining >= 0).length;
    }),
  );
}

const started: RateLimiter[] = [];

function some(count: number): RateLimiter[] {
  const processes = Array.from({ length: count }, () => new RateLimiter());
  started.push(...processes);
  return processes;
}

// An open limiter would go on synchronizing in the database of a later test file.
afterEach(() => Promise.all(started.splice(0).map((limiter) => limiter.close())));

const sum = (figures: number[]) => figures.reduce((whole, figure) => whole + figure, 0);

it("admits exactly the limit in one process, however many requests arrive at once", async () => {
  const processes = some(1);
  const caller = newId();
  expect(await burst(processes, 3 * LIMIT, caller)).toEqual([LIMIT]);
  expect(await burst(processes, 10, caller)).toEqual([0]);
});

it.each([2, 4, 8])("admits at most twice the limit over %i processes within a second", async (count) => {
  const passed = sum(await burst(some(count), 2 * LIMIT));
  expect(passed).toBeGreaterThanOrEqual(LIMIT);
  expect(passed).toBeLessThanOrEqual(2 * LIMIT);
});

it("learns of other processes' requests at the latest after its own share", async () => {
  const [first, second] = some(2) as [RateLimiter, RateLimiter];
  const caller = newId();
  await burst([first], LIMIT - 20, caller);
  // The first process has at most one share not yet synchronized, and the second lets at most one share through before
  // it asks.
  expect(sum(await burst([second], LIMIT, caller))).toBeLessThanOrEqual(20 + 2 * (LIMIT / 16));
});

it("counts callers and minutes separately", async () => {
  const [limiter] = some(1) as [RateLimiter];
  await burst([limiter], 2 * LIMIT, "one");
  expect((await limiter.take("other", LIMIT, now)).remaining).toBe(LIMIT - 1);
  expect(await limiter.take("one", LIMIT, now + 30_000)).toEqual({ remaining: LIMIT - 1, resetSeconds: 60 });
});
