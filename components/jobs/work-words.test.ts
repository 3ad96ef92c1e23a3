import { expect, test } from "vitest";
import { workWords } from "./work-words.ts";

const standing = {
  version: 1,
  state: "queued" as const,
  retrying: false,
  doubt: null,
  needs_person: false,
  received: false,
};
const jobs = (running: number, waiting: number) => [
  ...Array.from({ length: running }, () => ({ status: "running" as const, standing })),
  ...Array.from({ length: waiting }, () => ({ status: "queued" as const, standing })),
];

test.each([
  [0, 0, false, null],
  [1, 0, false, "1 job runs"],
  [0, 1, false, "1 job waits to be sent"],
  [0, 2, false, "2 jobs wait to be sent"],
  [2, 1, false, "2 jobs run, 1 waits to be sent"],
  [1, 19, true, "1 job runs, 19+ wait to be sent"],
])("%i running and %i waiting jobs, more: %s", (running, waiting, hasMore, words) => {
  expect(workWords(jobs(running, waiting), hasMore)).toBe(words);
});

test("a job that waits for a person is not counted", () => {
  expect(workWords([{ status: "queued", standing: { ...standing, needs_person: true } }], false)).toBeNull();
});
