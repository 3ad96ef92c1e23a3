import { expect, it } from "vitest";
import { deliveriesWords, leftWords, successWords } from "./health-words.ts";

it("rounds the share of successes down, so that 100 % means all", () => {
  expect(successWords({ attempts: 0, succeeded: 0 })).toBe("–");
  expect(successWords({ attempts: 4, succeeded: 4 })).toBe("100 %");
  expect(successWords({ attempts: 100_000, succeeded: 99_999 })).toBe("99.9 %");
  expect(successWords({ attempts: 3, succeeded: 1 })).toBe("33.3 %");
  expect(successWords({ attempts: 3, succeeded: 0 })).toBe("0 %");
});

it("formats the remaining time", () => {
  const now = Date.parse("2026-03-02T10:00:00Z");
  expect(leftWords("2026-03-03T09:59:59Z", now)).toBe("23 h");
  expect(leftWords("2026-03-02T10:39:30Z", now)).toBe("40 min");
  expect(leftWords("2026-03-02T09:00:00Z", now)).toBe("0 min");
});

it("counts deliveries", () => {
  expect([1, 0, 1200].map(deliveriesWords)).toEqual(["1 delivery", "0 deliveries", "1,200 deliveries"]);
});
