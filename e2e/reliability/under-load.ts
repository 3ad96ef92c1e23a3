import { type Base, startBase } from "./base.ts";
import { type Lane, type LaneOptions, type Member, startLane } from "./lane.ts";
import { OPERATIONS } from "./operations.ts";
import { startTraffic, type Traffic } from "./traffic.ts";
import { RECOVERY_MS, until } from "./until.ts";
import { assertDoneOnce, assertNothingElse, emrRows } from "./verdict.ts";

export const CLIENTS = 5;
/** Long enough that the EMR always has work in progress. */
export const EMR_LATENCY_MS = 100;
const ENOUGH_BETWEEN = 30;

/** Each creates a record independently of existing ones, so they can be posted in parallel. */
export const POSTED = OPERATIONS.filter(({ id }) => ["payments:create", "patient-notes:create"].includes(id));

/** A disruption of a deployment while it works. */
export interface Blow {
  name: string;
  strike(lane: Lane, restartDatabase: () => Promise<void>): Promise<void>;
}

/** The jobs up to an id that have not ended or have pending deliveries, with their queue entries. */
const UNSETTLED = `SELECT j.id, j.status, j.attempts, j.next_attempt_at, d.target_kind, d.attempts AS sent,
    d.next_attempt_at AS sent_again, q.state, q.heartbeat_at, q.due_at, now()
  FROM job j LEFT JOIN event e ON e.job_id = j.id LEFT JOIN delivery d ON d.event_id = e.id AND d.status = 'pending'
  LEFT JOIN queue.entry q ON q.ended_at IS NULL
    AND ((q.data->>'deliveryId')::uuid = d.id OR (d.id IS NULL AND (q.data->>'jobId')::bigint = j.id))
  WHERE j.id <= $1 AND (j.status IN ('queued', 'running') OR d.id IS NOT NULL)`;

/**
 * Waits until all jobs up to `newestJob` have ended and their events are delivered. Returns the milliseconds since
 * `since`.
 */
export async function recovered(lane: Lane, newestJob: number, since: number, withinMs = RECOVERY_MS): Promise<number> {
  // PostgreSQL itself may be unavailable.
  const unsettled = () => lane.rows(UNSETTLED, [newestJob]).catch(() => null);
  const done = until("the end of every accepted job and the delivery of its events", withinMs, async () => {
    return (await unsettled())?.length === 0;
  });
  await done.catch(async (error: Error) => {
    throw new Error(`${error.message}; left: ${JSON.stringify(await unsettled())}`);
  });
  return performance.now() - since;
}

/** Waits until further requests have been accepted. Throws if that takes too long. */
export async function moreAccepted(traffic: Traffic): Promise<void> {
  const before = traffic.asked.length;
  await until(
    `${ENOUGH_BETWEEN} more requests`,
    RECOVERY_MS,
    async () => traffic.asked.length - before >= ENOUGH_BETWEEN,
  );
}

/** Returns the id of the newest job that was accepted. */
export const newestOf = ({ asked }: Traffic) => Math.max(...asked.map(({ jobId }) => jobId));

/** Returns milliseconds as a cell of a report. */
export const inMs = (time: number) => `${Math.round(time)} ms`.padStart(12);

async function strikeAll(lane: Lane, blows: Blow[], restartDatabase: () => Promise<void>, stop: AbortSignal) {
  const traffic = startTraffic(lane, POSTED, CLIENTS);
  for (const { name, strike } of blows) {
    if (stop.aborted) break;
    await moreAccepted(traffic);
    const [newest, failures, since] = [newestOf(traffic), traffic.failures, performance.now()];
    const next = traffic.nextAcceptance();
    await strike(lane, restartDatabase);
    const [accepts, ended] = await Promise.all([next, recovered(lane, newest, since)]);
    if (accepts === null) throw new Error(`${name}: nothing was accepted for ${RECOVERY_MS} ms`);
    process.stdout.write(
      `${name.padEnd(44)}${inMs(accepts)}${inMs(ended)}${String(traffic.failures - failures).padStart(10)}\n`,
    );
  }
  await traffic.stop();
  return traffic;
}

/** Disrupts one deployment on a PostgreSQL of its own, as `underLoadOn` does. */
export async function underLoad(
  blows: Blow[],
  members: Member[],
  stop: AbortSignal,
  clocks: LaneOptions["clocks"] = {},
): Promise<void> {
  const base = await startBase();
  try {
    await underLoadOn(base, blows, members, stop, clocks);
  } finally {
    await base.stop();
  }
}

/**
 * Disrupts one deployment while clients post continuously; each blow waits for the recovery from the previous one.
 * Prints for each the time until a request was accepted again, the time until all jobs accepted before had ended and
 * their events were delivered, and the number of failed requests; at the end the totals. Rejects if something was lost,
 * duplicated or took longer than 30 s.
 */
export async function underLoadOn(
  base: Base,
  blows: Blow[],
  members: Member[],
  stop: AbortSignal,
  clocks: LaneOptions["clocks"] = {},
): Promise<void> {
  const variables = { RATE_LIMIT_PER_MINUTE: "1000000" };
  const lane = await startLane(base, "crc_lane_0", { members, variables, clocks });
  try {
    await lane.rows("UPDATE sandbox.behavior SET latency_ms = $1", [EMR_LATENCY_MS]);
    const before = await emrRows(lane);
    const columns = ["accepts again", "all ended", "failures"].map((each) => each.padStart(12)).join("");
    process.stdout.write(`${"blow".padEnd(44)}${columns}\n`);
    const { asked, failures } = await strikeAll(lane, blows, base.restart, stop);
    await recovered(lane, Math.max(...asked.map(({ jobId }) => jobId)), performance.now());
    for (const each of asked) await assertDoneOnce(lane, each);
    const totals = await assertNothingElse(lane, asked, before);
    process.stdout.write(
      `\nblows ${blows.length}; requests that failed and were repeated ${failures}; operations accepted ` +
        `${totals.accepted}, ended once ${totals.ended}; EMR writes ${totals.emrWrites}; events ${totals.events}, ` +
        `received ${totals.received}, in the inbox ${totals.receipts}\n`,
    );
  } finally {
    await lane.stop();
  }
}
