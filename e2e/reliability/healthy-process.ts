import pg from "pg";
import { startRunner } from "#lib/jobs/runner/runner";
import { openClinic } from "#lib/testing/clinic";
import { work } from "#lib/testing/degraded-emrs";

// Works with one healthy EMR until it is killed. Writes a line for each job: when it was sent, and how long it took, in
// milliseconds. Its first argument is the owner's URL of its database.

const owner = new pg.Pool({ connectionString: process.argv[2], max: 2 });
const query = async <Row>(text: string, values: unknown[] = []) => (await owner.query(text, values)).rows as Row[];

await startRunner();
const clinic = await openClinic();
for (;;) {
  const since = Date.now();
  const [took] = await work(query, clinic, 1);
  process.stdout.write(`${since} ${took}\n`);
}
