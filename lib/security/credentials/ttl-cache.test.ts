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

it("keeps no value longer if the machine's clock is set back", async () => {
  await lookUp("a");
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(TTL_MS + 1);
  await lookUp("a");
  expect(lookUps).toEqual(["a", "a"]);
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

it("shares a look-up in progress with callers who come meanwhile, unless it is too old or forgotten", async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  let loads = 0;
  const slow = () =>
    cache.lookUp("slow", () => {
      loads++;
      return promise;
    });
  const first = Array.from({ length: 100 }, slow);
  expect(loads).toBe(1);
  cache.forget(() => false);
  const afterForgetting = Array.from({ length: 100 }, slow);
  expect(loads).toBe(2);
  vi.advanceTimersByTime(TTL_MS);
  const late = Array.from({ length: 100 }, slow);
  expect(loads).toBe(3);
  resolve("slow");
  expect(new Set(await Promise.all([...first, ...afterForgetting, ...late]))).toEqual(new Set(["slow"]));
});

it("shares no missing value: it may exist for a caller who comes later", async () => {
  const { promise, resolve } = Promise.withResolvers<null>();
  const early = cache.lookUp("new", () => promise);
  const later = cache.lookUp("new", async () => "new");
  resolve(null);
  expect(await early).toBeNull();
  expect(await later).toBe("new");
});
