import { chain, OPERATIONS } from "./reliability/operations.ts";
import { CHAIN_PLACES, PLACES } from "./reliability/places.ts";
import { report } from "./reliability/report.ts";
import { run, type Task } from "./reliability/run.ts";
import { expect, test } from "./support/test.ts";

const LANES = 4;
/** Limit for one task: a killed process's work is taken up within 30 s, and a start under load takes time too. */
const MAX_TASK_MS = 60_000;

/** Each place once, with the operations in turn; the longest place, last in the list, comes first. */
const tasks: Task[] = [
  ...PLACES.toReversed().flatMap((place, index) => {
    const operation = OPERATIONS[index % OPERATIONS.length];
    return operation ? [{ place, operation }] : [];
  }),
  ...CHAIN_PLACES.map((place) => ({ place, operation: chain })),
];

test("an accepted operation is done and reported once if a process is killed at any place", {
  tag: "@long",
}, async () => {
  test.setTimeout((1 + Math.ceil(tasks.length / LANES)) * MAX_TASK_MS);
  const { results, totals } = await run(tasks, { lanes: LANES });
  process.stdout.write(`${report(results, totals)}\n`);
  expect(results).toHaveLength(tasks.length);
});
