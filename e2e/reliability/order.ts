import { setTimeout as pause } from "node:timers/promises";
import { startBase } from "./base.ts";
import { type Lane, type Member, startLane } from "./lane.ts";
import { type Pair, runPair } from "./pair.ts";
import { judge, type Verdict } from "./pair-verdict.ts";
import { settled } from "./verdict.ts";

/** Number of pairs; PAIRS=20 for a shorter run. */
const PAIRS = Number(process.env.PAIRS ?? 100);
/** Pairs in parallel: the pause before a retry lasts seconds. */
const CLIENTS = 16;
/** Every n-th pair has its first change cancelled while it waits. */
const CANCELLED_EVERY = 4;
const MEMBERS: Member[] = ["web", "worker", "worker 2"];
/** Milliseconds between the start of one worker and the kill of the other. */
const BETWEEN_KILLS_MS = 1_500;
const OUTAGE_MS = 10_000;
/** Share of the EMR's calls that fail while pairs begin: half of the faults lose the request, half the answer. */
const FAULT_RATE = 0.15;
const EMR_LATENCY_MS = 150;

const sum = (figures: number[]): number => figures.reduce((whole, figure) => whole + figure, 0);

/** Kills the workers alternately and starts them again, until `done` aborts. Returns the number of kills. */
async function killWorkers(lane: Lane, done: AbortSignal): Promise<number> {
  let kills = 0;
  while (!done.aborted) {
    await pause(BETWEEN_KILLS_MS);
    if (done.aborted) break;
    await lane.kill(kills % 2 === 0 ? "worker" : "worker 2");
    kills++;
    await pause(BETWEEN_KILLS_MS / 3);
    await lane.start();
  }
  return kills;
}

/**
 * Takes the EMR out for a time. Ambiguous jobs have their last attempt in the outage, as if they had been retried for
 * ten minutes before: their result stays unknown, and a person must reconcile them.
 */
async function outage(lane: Lane): Promise<void> {
  await lane.rows("UPDATE sandbox.behavior SET outage = true");
  await lane.rows(
    "UPDATE job j SET attempts = 7 WHERE status = 'queued' AND attempts > 0 AND (to_jsonb(j)->>'ambiguous')::boolean",
  );
  await pause(OUTAGE_MS);
  await lane.rows("UPDATE sandbox.behavior SET outage = false");
}

/** Runs the pairs with limited concurrency, with one outage in the middle. */
async function runPairs(lane: Lane, stop: AbortSignal): Promise<Pair[]> {
  const pairs: Pair[] = [];
  let begun = 0;
  let out: Promise<void> | undefined;
  const client = async () => {
    while (begun < PAIRS && !stop.aborted) {
      const number = begun++;
      if (number === Math.floor(PAIRS / 2)) out = outage(lane);
      pairs.push(await runPair(lane, number, number % CANCELLED_EVERY === 0));
    }
    // Waiting jobs succeed at their next attempt: further retry pauses of a few would double the duration.
    await lane.rows("UPDATE sandbox.behavior SET fault_rate = 0");
  };
  await Promise.all(Array.from({ length: Math.min(CLIENTS, PAIRS) }, client));
  await out;
  return pairs;
}

const count = async (lane: Lane, what: string): Promise<number> =>
  Number((await lane.rows<{ count: string }>(`SELECT count(*) FROM ${what}`))[0]?.count);

/**
 * Prints the results of the pairs. Rejects if one was out of order, not done once, or reported another result than it
 * had.
 */
async function report(lane: Lane, pairs: Pair[], kills: number): Promise<void> {
  const verdicts: Verdict[] = [];
  for (const pair of pairs) {
    for (const jobId of Object.values(pair.jobs)) await settled(lane, jobId);
    verdicts.push(await judge(lane, pair));
  }
  const order = verdicts.flatMap((verdict) => verdict.order);
  const truth = verdicts.flatMap((verdict) => verdict.truth);
  for (const wrong of [...order, ...truth]) process.stdout.write(`${wrong}\n`);
  const [jobs, ended, events] = [
    await count(lane, "job"),
    await count(lane, "job WHERE status IN ('completed', 'failed', 'cancelled')"),
    await count(lane, "event"),
  ];
  const received = new Set(lane.receiver.deliveries.map(({ headers }) => headers["webhook-id"])).size;
  process.stdout.write(
    `pairs ${pairs.length}; kills ${kills}, attempts lost ${await count(lane, "job_attempt WHERE outcome = 'lost'")}; ` +
      `faults met ${await count(lane, "job_attempt WHERE outcome = 'failed'")}; ` +
      `cancelled ${sum(verdicts.map((verdict) => verdict.cancelled))}; ` +
      `ambiguous met ${sum(pairs.map(({ ambiguous }) => ambiguous.size))}; ` +
      `left to a person and reconciled ${sum(pairs.map(({ reconciled }) => reconciled.length))}\n` +
      `operations accepted ${jobs}, ended ${ended}; EMR writes ${sum(verdicts.map(({ writes }) => writes))}; ` +
      `events ${events}, received ${received}; misreported ends ${truth.length}; order violations ${order.length}, ` +
      `in ${verdicts.filter((verdict) => verdict.order.length > 0).length} of ${pairs.length} pairs\n`,
  );
  const accepted = pairs.length * 2;
  if (order.length + truth.length > 0)
    throw new Error("Changes of one record were not made in the order of acceptance");
  if ([jobs, ended, events, received].some((figure) => figure !== accepted)) throw new Error("The counts differ");
}

/**
 * Sends pairs of changes to one record each, the second after the first's 202, while the EMR loses requests and
 * answers, two workers are killed repeatedly, and some first changes are cancelled while they wait. At the end the EMR
 * and the synchronized copy hold the last accepted change of each record, and each job has ended once with its one
 * event.
 */
export async function order(stop: AbortSignal): Promise<void> {
  const base = await startBase();
  try {
    const lane = await startLane(base, "crc_lane_0", {
      members: MEMBERS,
      variables: { RATE_LIMIT_PER_MINUTE: "1000000" },
    });
    try {
      await lane.rows("UPDATE sandbox.behavior SET latency_ms = $1, fault_rate = $2", [EMR_LATENCY_MS, FAULT_RATE]);
      const done = new AbortController();
      const killing = killWorkers(lane, done.signal);
      const pairs = await runPairs(lane, stop).finally(() => done.abort());
      const kills = await killing;
      await lane.start();
      await report(lane, pairs, kills);
    } finally {
      await lane.stop();
    }
  } finally {
    await base.stop();
  }
}
