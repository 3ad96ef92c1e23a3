import { describe, expect, it } from "vitest";
import { nextStep } from "./schedule.ts";
import type { Outcome } from "./send.ts";

const now = new Date("2026-03-02T10:00:00Z");
const answered = (statusCode: number, retryAfter: string | null = null): Outcome => ({
  kind: "answered",
  statusCode,
  retryAfter,
  answer: { headers: {}, body: new Uint8Array(), cut: false },
  durationMs: 12,
});
const soonest = () => 0;
const pauseAfter = (outcome: Outcome, attempt: number, random = soonest, kind: "endpoint" | "inbox" = "endpoint") => {
  const step = nextStep(outcome, { number: attempt, kind }, now, random);
  return step.status === "pending" ? step.at.getTime() - now.getTime() : step.status;
};

describe("a failed delivery", () => {
  it("is retried after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h, and then no more", () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7, 8].map((attempt) => pauseAfter(answered(500), attempt));
    expect(pauses).toEqual([5e3, 300e3, 1800e3, 7200e3, 18000e3, 36000e3, 36000e3, "failed"]);
  });

  it("is retried every 5 s for a minute first if it is the console's own inbox, which returns with the process", () => {
    const refused: Outcome = { kind: "failed", reason: "Connection failed (ECONNREFUSED)", durationMs: 1 };
    const pauses = Array.from({ length: 19 }, (_, index) => pauseAfter(refused, index + 1, soonest, "inbox"));
    expect(pauses.slice(0, 13)).toEqual([...Array(12).fill(5e3), 300e3]);
    expect(pauses.at(-1)).toBe("failed");
  });

  it("waits up to a fifth longer", () => {
    expect(pauseAfter(answered(500), 1, () => 1)).toBe(6_000);
  });

  it.each<Outcome>([
    { kind: "timed_out", durationMs: 15_000 },
    { kind: "failed", reason: "Connection failed (ECONNREFUSED)", durationMs: 1 },
    answered(302),
    answered(404),
  ])("is retried: %o", (outcome) => {
    expect(pauseAfter(outcome, 1)).toBe(5_000);
  });

  it("waits as long as the receiver requests, unless the schedule waits longer", () => {
    expect(pauseAfter(answered(429, "60"), 1)).toBe(60_000);
    expect(pauseAfter(answered(503, "60"), 2)).toBe(300_000);
  });
});

it("succeeds with any 2xx status", () => {
  for (const status of [200, 202, 204, 299]) expect(pauseAfter(answered(status), 1)).toBe("succeeded");
});

it("treats 410 and a refused address as final", () => {
  expect(pauseAfter(answered(410), 1)).toBe("failed");
  expect(pauseAfter({ kind: "refused", reason: "must be https", durationMs: 0 }, 1)).toBe("refused");
});

it("reads Retry-After as seconds or a date, for a day at most", () => {
  expect(pauseAfter(answered(503, "Mon, 02 Mar 2026 10:02:00 GMT"), 1)).toBe(120_000);
  for (const far of ["99999999999", "Fri, 31 Dec 9999 23:59:59 GMT", "9".repeat(400)])
    expect(pauseAfter(answered(503, far), 1)).toBe(86_400_000);
  for (const none of ["soon", "-5", "1e9", "Mon, 02 Mar 2026 09:00:00 GMT"])
    expect(pauseAfter(answered(503, none), 1)).toBe(5_000);
});
