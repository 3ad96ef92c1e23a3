import { describe, expect, it } from "vitest";
import { type BudgetOfReading, paceOf } from "./pace.ts";

const MINUTE = 60_000;
const shown: BudgetOfReading = { askedMs: 5 * MINUTE, beforeMs: null, calls: 12, limit: null, isLimited: false };

describe("the pace of an account's readings", () => {
  it("is as it is set while no limit is known, or while readings take a quarter of it at most", () => {
    expect(paceOf(shown)).toEqual({ ms: 5 * MINUTE, reason: null });
    expect(paceOf({ ...shown, limit: { calls: 10, windowMs: MINUTE } })).toEqual({ ms: 5 * MINUTE, reason: null });
  });

  it("is what a quarter of the limit allows, with the reason", () => {
    expect(paceOf({ ...shown, limit: { calls: 60, windowMs: 60 * MINUTE } })).toEqual({
      ms: 48 * MINUTE,
      reason: "The EMR takes 60 calls an hour, and a reading made 12 calls",
    });
    expect(paceOf({ ...shown, calls: 1, askedMs: 30_000, limit: { calls: 1, windowMs: MINUTE } })).toEqual({
      ms: 4 * MINUTE,
      reason: "The EMR takes 1 call a minute, and a reading made 1 call",
    });
  });

  it("halves after each reading that a limit ended, and doubles again as readings get through", () => {
    const slowed = paceOf({ ...shown, isLimited: true });
    expect(slowed).toEqual({ ms: 10 * MINUTE, reason: "The EMR's limit of calls was reached" });
    const slower = paceOf({ ...shown, beforeMs: slowed.ms, isLimited: true });
    expect(slower.ms).toBe(20 * MINUTE);
    const better = paceOf({ ...shown, beforeMs: slower.ms });
    expect([better.ms, better.reason]).toEqual([10 * MINUTE, "The EMR's limit of calls was reached"]);
    expect(paceOf({ ...shown, beforeMs: better.ms })).toEqual({ ms: 5 * MINUTE, reason: null });
  });

  it("is twice a day at least, and never faster than it is set to be", () => {
    const tiny = { calls: 1, windowMs: 24 * 60 * MINUTE };
    expect(paceOf({ ...shown, limit: tiny }).ms).toBe(12 * 60 * MINUTE);
    expect(paceOf({ ...shown, askedMs: 24 * 60 * MINUTE, limit: tiny }).ms).toBe(24 * 60 * MINUTE);
  });
});
