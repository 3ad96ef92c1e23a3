import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { atMostEvery } from "./at-most-every.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("runs at once, then once per interval, and once more after the last call", async () => {
  const act = vi.fn(async () => undefined);
  const ask = atMostEvery(1_000, act);
  ask();
  expect(act).toHaveBeenCalledTimes(1);
  ask();
  ask();
  await vi.advanceTimersByTimeAsync(999);
  expect(act).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(act).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(act).toHaveBeenCalledTimes(2);
  ask();
  expect(act).toHaveBeenCalledTimes(3);
});

it("never runs while its last run is at work, even if that takes longer than the interval or fails", async () => {
  const runs = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let begun = 0;
  const ask = atMostEvery(1_000, () => runs[begun++]?.promise ?? Promise.resolve());
  ask();
  for (let second = 0; second < 5; second++) {
    ask();
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(begun).toBe(1);
  runs[0]?.reject(new Error("offline"));
  await vi.advanceTimersByTimeAsync(0);
  expect(begun).toBe(2);
});
