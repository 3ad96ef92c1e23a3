import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { TtlCache } from "./ttl-cache.ts";

const TTL_MS = 1_000;
let cache: TtlCache<string>;
let lookUps: string[];

beforeEach(() => {
  vi.useFakeTimers();
  cache = new TtlCache(TTL_MS, 2);
  lookUps = [];
});
afterEach(() => vi.useRealTimers());

const lookUp = (key: string) =>
  cache.lookUp(key, async () => {
    lookUps.push(key);
    return key;
  });

it("keeps values for their lifetime, counted from the start of the look-up", async () => {
  await cache.lookUp("slow", async () => {
    vi.advanceTimersByTime(TTL_MS - 1);
    return "slow";
  });
  expect([await lookUp("slow"), lookUps]).toEqual(["slow", []]);
  vi.advanceTimersByTime(2);
  expect([await lookUp("slow"), lookUps]).toEqual(["slow", ["slow"]]);
});

it("drops the least recently used entry beyond its size, and never stores a missing value", async () => {
  for (const key of ["a", "b", "c"]) await lookUp(key);
  await lookUp("b");
  expect(lookUps).toEqual(["a", "b", "c"]);
  expect(await cache.lookUp("none", async () => null)).toBeNull();
  await lookUp("none");
  expect(lookUps).toEqual(["a", "b", "c", "none"]);
});

it("forgets only matching entries, and does not store a look-up that was in progress", async () => {
  for (const key of ["over", "stands"]) await lookUp(key);
  const { promise, resolve } = Promise.withResolvers<string>();
  const early = cache.lookUp("early", () => promise);
  cache.forget((value) => value === "over");
  resolve("early");
  expect(await early).toBe("early");
  for (const key of ["stands", "over", "early"]) await lookUp(key);
  expect(lookUps).toEqual(["over", "stands", "over", "early"]);
});
