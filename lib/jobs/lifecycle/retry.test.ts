import { expect, it } from "vitest";
import { DEFAULT_RETRY } from "#lib/definitions/operation";
import { pauseAfter } from "./retry.ts";

const passing = { kind: "passing", retryAfterMs: null } as const;
const middle = () => 0.5;

it("makes 8 attempts in about 10 minutes with growing pauses", () => {
  const pauses = [1, 2, 3, 4, 5, 6, 7].map((attempt) => pauseAfter(attempt, passing, DEFAULT_RETRY, middle) ?? 0);
  expect([...pauses].sort((a, b) => a - b)).toEqual(pauses);
  const minutes = pauses.reduce((sum, pause) => sum + pause, 0) / 60_000;
  expect(minutes).toBeGreaterThan(8);
  expect(minutes).toBeLessThan(12);
  expect(pauseAfter(8, passing, DEFAULT_RETRY, middle)).toBeNull();
});

it("fails at once on a validation fault", () => {
  expect(pauseAfter(1, { kind: "validation", retryAfterMs: null }, DEFAULT_RETRY)).toBeNull();
});

it("waits at least as long as the EMR requests", () => {
  expect(pauseAfter(1, { kind: "passing", retryAfterMs: 42_000 }, DEFAULT_RETRY, middle)).toBe(42_000);
});

it("varies pauses by a quarter either way", () => {
  expect(pauseAfter(1, passing, DEFAULT_RETRY, () => 0)).toBe(DEFAULT_RETRY.firstPauseMs * 0.75);
  expect(pauseAfter(1, passing, DEFAULT_RETRY, () => 1)).toBe(DEFAULT_RETRY.firstPauseMs * 1.25);
});
