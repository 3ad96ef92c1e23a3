import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { line } from "../bench/report.ts";
import { type Fleet, type Seat, startFleet } from "./fleet.ts";
import { openJobs } from "./open-jobs.ts";
import { newestMigration, type PreviousVersion, previousVersion } from "./previous-version.ts";
import { startTraffic, type Traffic } from "./traffic.ts";
import { until } from "./until.ts";
import { type Listener, postedOperations, type Reads, startListener, startReads } from "./upgrade-load.ts";
import { assertDoneOnce, emrRows } from "./verdict.ts";

const OURS = fileURLToPath(new URL("../..", import.meta.url));
const CLIENTS = 5;
/** Requests between two steps. */
const BETWEEN = Number(process.env.REQUESTS ?? 60);
/** Longer than the pauses between the attempts of work that a stopped process left. */
const SETTLE_MS = 120_000;
/** Tables whose new rows are payments and notes of the load alone. */
const CREATED = ["payment", "patient_note"];

interface Load {
  traffic: Traffic;
  reads: Reads;
  listener: Listener;
}

interface Step {
  name: string;
  take(fleet: Fleet): Promise<void>;
}

/** Ends the process of a seat, and starts another version in its place, as docs/deploy.md says. */
const replace = (seat: Seat, root: string, by: string): Step => ({
  name: `${seat} replaced by ${by}`,
  async take(fleet) {
    await fleet.end(seat);
    await fleet.start(seat, root);
  },
});

/**
 * The steps of docs/deploy.md, one after the other: all forward, all back, and forward again, so that workers of either
 * version find what processes of the other accept.
 */
const steps = ({ root: before }: PreviousVersion): Step[] => [
  { name: "worker 2 of the new version migrates", take: (fleet) => fleet.start("worker 2", OURS) },
  replace("worker 1", OURS, "the new version"),
  replace("web 1", OURS, "the new version"),
  replace("web 2", OURS, "the new version"),
  replace("web 2", before, "the version before, going back"),
  replace("worker 1", before, "the version before"),
  replace("worker 2", before, "the version before"),
  replace("web 1", before, "the version before"),
  replace("worker 1", OURS, "the new version again"),
  replace("web 2", OURS, "the new version again"),
];

async function moreAsked({ asked }: Traffic): Promise<void> {
  const before = asked.length;
  await until(`${BETWEEN} more requests`, SETTLE_MS, async () => asked.length - before >= BETWEEN);
}

async function take(step: Step, fleet: Fleet, { traffic, reads }: Load): Promise<void> {
  const [accepted, failed, read, since] = [traffic.asked.length, traffic.failures, reads.count, performance.now()];
  await step.take(fleet);
  const isReady = async () => (await fleet.notReady()).length === 0;
  await until(`${step.name}: every process says that it is ready`, SETTLE_MS, isReady);
  await moreAsked(traffic);
  const ids = traffic.asked.slice(accepted).map(({ jobId }) => jobId);
  await until(`the end of the jobs of: ${step.name}`, SETTLE_MS, async () => (await openJobs(fleet, ids)).length === 0);
  process.stdout.write(
    line(
      step.name.padEnd(46),
      `${((performance.now() - since) / 1000).toFixed(1)} s`,
      `accepted ${traffic.asked.length - accepted}, not ${traffic.failures - failed}`,
      `read ${reads.count - read}`,
    ),
  );
}

const EVENTS = "SELECT replace(id::text, '-', '') AS id FROM event WHERE job_id = ANY ($1)";
const RECEIPTS = `SELECT count(*)::integer AS count FROM inbox_receipt r JOIN event e ON e.id = r.event_id WHERE e.job_id = ANY ($1)`;

/** Judges what came of the load. Throws if something was refused, lost or done twice; returns the counts. */
async function judge(fleet: Fleet, { traffic, reads, listener }: Load, before: Map<string, number>): Promise<string> {
  const { asked } = traffic;
  const ids = asked.map(({ jobId }) => jobId);
  const count = async (statement: string) => (await fleet.rows<{ count: number }>(statement, [ids]))[0]?.count;
  await until(
    "the end of every accepted job and the delivery of its events",
    SETTLE_MS,
    async () => (await openJobs(fleet, ids)).length === 0,
  );
  for (const each of asked) await assertDoneOnce(fleet, each);
  const events = (await fleet.rows<{ id: string }>(EVENTS, [ids])).map(({ id }) => id);
  await until("the whole stream", SETTLE_MS, async () => listener.events.length >= events.length);
  await listener.stop();
  assert.deepEqual(listener.events.toSorted(), events.toSorted(), "the stream has each event once");
  const receipts = await count(RECEIPTS);
  assert.equal(receipts, events.length);
  const rows = await emrRows(fleet);
  for (const table of CREATED) {
    const made = asked.filter(({ operation }) => operation.emrTable === table).length;
    assert.equal((rows.get(table) ?? 0) - (before.get(table) ?? 0), made, `rows of ${table}`);
  }
  assert.deepEqual(reads.refused, [], "every read was answered");
  assert.deepEqual([...traffic.failed], [], "no request was refused or lost its answer");
  return (
    `accepted ${asked.length}, refused or unanswered ${traffic.failures}, ended once ${asked.length}; ` +
    `events ${events.length}, on the stream once ${listener.events.length}, receipts ${receipts}; ` +
    `reads ${reads.count}, refused ${reads.refused.length}`
  );
}

async function roll(before: PreviousVersion, stop: AbortSignal): Promise<void> {
  const fleet = await startFleet(["web 1", "web 2", "worker 1"], before.root);
  try {
    const seeded = async () => (await fleet.rows("SELECT FROM delivery WHERE status = 'pending' LIMIT 1")).length === 0;
    await until("the delivery of what the seed did", SETTLE_MS, seeded);
    const rows = await emrRows(fleet);
    const load: Load = {
      traffic: startTraffic(fleet, await postedOperations(fleet), CLIENTS),
      reads: startReads(fleet),
      listener: startListener(fleet),
    };
    await moreAsked(load.traffic);
    for (const step of steps(before)) {
      if (stop.aborted) break;
      await take(step, fleet, load);
    }
    await Promise.all([load.traffic.stop(), load.reads.stop()]);
    process.stdout.write(`\n${await judge(fleet, load, rows)}\n`);
  } finally {
    await fleet.stop();
  }
}

/**
 * Replaces the version before by this one, process by process, on one database and under load, all processes back, and
 * some forward again. Rejects if a request was refused, or something was lost or done twice.
 */
export async function upgrade(stop: AbortSignal): Promise<void> {
  const before = await previousVersion();
  try {
    process.stdout.write(
      `from ${before.name} (${before.newestMigration}) to this version (${await newestMigration()})\n`,
    );
    await roll(before, stop);
  } finally {
    await before.remove();
  }
}
