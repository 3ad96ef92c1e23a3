import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { forgetSingleton } from "#lib/kernel/singleton";
import { inProbePlace } from "./probe-limit.ts";

beforeEach(() => forgetSingleton("probe-places"));
afterEach(() => void vi.useRealTimers());

let begun: string[] = [];
/** A server that never answers. */
const hang = (organizationId: string) =>
  inProbePlace(organizationId, () => {
    begun.push(organizationId);
    return new Promise<never>(() => undefined);
  });
const probe = (organizationId: string) => inProbePlace(organizationId, async () => "probed");

beforeEach(() => {
  begun = [];
});

it("lets one organization wait for four servers at once, and another probe beside them", async () => {
  vi.useFakeTimers();
  const refused = Array.from({ length: 10 }, () =>
    hang("one").catch(({ code, retryAfterSeconds }) => ({ code, retryAfterSeconds })),
  );
  expect(await probe("other")).toBe("probed");
  expect(begun).toEqual(["one", "one", "one", "one"]);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await Promise.all(refused.slice(4))).toEqual(Array(6).fill({ code: "too_many", retryAfterSeconds: 15 }));
});

it("lets a hundred organizations wait for twenty-four servers at once, and the next ones in turn", async () => {
  vi.useFakeTimers();
  const ends: (() => void)[] = [];
  const once = (organizationId: string) =>
    inProbePlace(organizationId, () => new Promise<void>((resolve) => ends.push(resolve)));
  const all = Array.from({ length: 100 }, (_, number) => once(String(number)));
  await vi.advanceTimersByTimeAsync(0);
  expect(ends).toHaveLength(24);
  ends.shift()?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(ends).toHaveLength(24);
  const refused = Promise.all(all.slice(25)).catch(({ code }) => code);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await refused).toBe("too_many");
});
