import { describe, expect, it } from "vitest";
import { limitOf, refusesByLimit } from "./limits.ts";

const answer = (status: number, headers: Record<string, string> = {}) => ({ status, headers, body: Buffer.alloc(0) });

describe("a limit of calls", () => {
  it.each([
    ["429 with Retry-After", answer(429, { "retry-after": "30" }), "Slow down", 30_000],
    ["429 with a time in its words", answer(429), "Too many requests, try in 844 seconds", 844_000],
    ["429 without a time", answer(429), "Slow down", 60_000],
    ["429 until the year 9999", answer(429, { "retry-after": "Fri, 31 Dec 9999 23:59:59 GMT" }), "", 3_600_000],
    ["429 for 8,000 years in seconds", answer(429, { "retry-after": "253402300799" }), "", 3_600_000],
    ["429 for more seconds than there are", answer(429, { "retry-after": "9".repeat(400) }), "", 3_600_000],
    ["429 for ten days in its words", answer(429), "Try in 864000 seconds", 3_600_000],
    ["429 with a negative time", answer(429, { "retry-after": "-5" }), "", 60_000],
    ["429 with no number", answer(429, { "retry-after": "NaN" }), "", 60_000],
    ["403 with Retry-After", answer(403, { "retry-after": "30" }), "Forbidden", 30_000],
    ["403 with a time in its words", answer(403), "Limit exceeded, try in 844 seconds", 844_000],
    ["403 with no call remaining", answer(403, { "x-ratelimit-remaining": "0" }), "Forbidden", 60_000],
    ["403 whose words name a usage limit", answer(403), "usage limit exceeded", 60_000],
    ["403 whose words name a rate limit", answer(403), "API rate limit exceeded for this client", 60_000],
    ["403 whose words name a limit of calls", answer(403), "The limit of calls is reached", 60_000],
    ["403 whose words name too many requests", answer(403), "Too many requests", 60_000],
    ["403 whose words name a quota", answer(403), "API quota exceeded", 60_000],
    ["403 whose words name throttling", answer(403), "The request was throttled", 60_000],
  ])("is met by %s", (_which, response, message, pauseMs) => {
    expect(refusesByLimit(response, message)).toBe(true);
    expect(limitOf(response, message)).toMatchObject({ calls: null, pauseMs });
  });

  it.each([
    ["403 for a permission", answer(403), "This API client lacks the permission payments:create"],
    ["403 for a rule of the practice", answer(403), "The patient's credit limit is reached"],
    ["403 for a quota of the practice", answer(403), "The patient's visit quota is used up"],
    ["403 with calls remaining", answer(403, { "ratelimit-remaining": "12" }), "Forbidden"],
    ["400 whose words name a limit", answer(400), "rate limit must be a number"],
    ["200", answer(200), ""],
  ])("is not met by %s", (_which, response, message) => {
    expect(refusesByLimit(response, message)).toBe(false);
    expect(limitOf(response, message)).toBeNull();
  });

  it("is stated by RateLimit-Limit, whether it is met or not", () => {
    const stated = { calls: 250, windowMs: 60_000, from: "RateLimit-Limit" };
    expect(limitOf(answer(200, { "ratelimit-limit": "250" }), "")).toEqual({ ...stated, pauseMs: null });
    const met = answer(429, { "ratelimit-limit": "250", "retry-after": "7" });
    expect(limitOf(met, "")).toEqual({ ...stated, pauseMs: 7_000 });
  });
});
