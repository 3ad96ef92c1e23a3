import { chain, OPERATIONS } from "./reliability/operations.ts";
import { CHAIN_PLACES, PLACES } from "./reliability/places.ts";
import { report } from "./reliability/report.ts";
import { run, type Task } from "./reliability/run.ts";
import { expect, test } from "./support/test.ts";

const LANES = 4;
/** A killed process's work comes back within 30 s, and under load a start takes some as well. */
const MAX_TASK_MS = 60_000;

/** Each place once, with the operations in turn; the longest, which stands last, first. */
const tasks: Task[] = [
  ...PLACES.toReversed().flatMap((place, index) => {
    const operation = OPERATIONS[index % OPERATIONS.length];
    return operation ? [{ place, operation }] : [];
  }),
  ...CHAIN_PLACES.map((place) => ({ place, operation: chain })),
];

test("what was accepted is done once and told when a process is killed at each place", async () => {
  test.setTimeout((1 + Math.ceil(tasks.length / LANES)) * MAX_TASK_MS);
  const { results, totals } = await run(tasks, { lanes: LANES });
  process.stdout.write(`${report(results, totals)}\n`);
  expect(results).toHaveLength(tasks.length);
});
