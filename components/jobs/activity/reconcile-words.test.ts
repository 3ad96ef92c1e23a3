import { expect, test } from "vitest";
import { lostAnswersTitle, unstoredAnswersTitle } from "./reconcile-words.ts";

const payment = (amount: number) => ({ type: "payments:create", request: { amount } });
const message = { type: "messages:create", request: { subject: "Refill" } };

test("counts the jobs to reconcile and sums their money", () => {
  expect(lostAnswersTitle([message])).toBe("1 job may be held by the EMR already, and needs a person");
  expect(lostAnswersTitle([payment(12.5), message, payment(100)])).toBe(
    "3 jobs may be held by the EMR already, and need a person · $112.50 in payments",
  );
  expect(unstoredAnswersTitle([payment(5)])).toBe(
    "The EMR's answer to 1 job could not be stored here · $5.00 in payments",
  );
  expect(unstoredAnswersTitle([message, message])).toBe("The EMR's answers to 2 jobs could not be stored here");
});
