import { expect, it } from "vitest";
import { nextStepWords } from "./next-step-words.ts";

const job = { attempts: 8, retried_as: null, refused: false };

it.each([
  ["an outage", {}, "failed", "writes", /^“Try again” sends the same once more.*“Correct and send”/],
  ["an outage of a read", {}, "failed", "reads", /^“Try again” starts the same once more/],
  ["a refusal", { refused: true }, "failed", "writes", /^The EMR would refuse the same again.*“Correct and send”/],
  ["a retry", { refused: true, retried_as: 7 }, "failed", "writes", /^Job 7 followed it/],
  ["a cancellation", { attempts: 0 }, "cancelled", "writes", /^Nothing was sent to the EMR/],
] as const)("names the next step after %s", (_, change, state, effect, words) =>
  expect(nextStepWords({ ...job, ...change }, state, effect)).toMatch(words),
);
