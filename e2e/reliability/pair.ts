import { setTimeout as pause } from "node:timers/promises";
import type { Lane } from "./lane.ts";
import { type OrderedRecord, orderedRecord, type Turn } from "./ordered-records.ts";
import { until } from "./until.ts";

const LOOK_EVERY_MS = 200;
/**
 * Time limit of a pair: a job that loses five answers pauses for 155 s in all, and each killed process may add up to 30
 * s.
 */
const PAIR_MS = 480_000;

/** Two changes of one record, and the observations of them. */
export interface Pair {
  record: OrderedRecord;
  /** The job ids by turn. */
  jobs: Record<Turn, number>;
  /** Ids of the jobs that were seen ambiguous, and of those that a person had to reconcile. */
  ambiguous: Set<number>;
  reconciled: number[];
}

/** Calls the API as an API client, or with other headers as a user. */
async function ask(lane: Lane, method: string, path: string, body?: object, headers = lane.headers) {
  const answer = await fetch(`${lane.address()}/v1${path}`, {
    method,
    headers: { ...headers, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

interface Job {
  status: string;
  ambiguous: boolean;
  next_attempt_at: string | null;
  waiting_for: number | null;
}

async function change(lane: Lane, record: OrderedRecord, turn: Turn): Promise<number> {
  const { method, path, body } = record.ask(turn);
  const answer = await ask(lane, method, path, body);
  if (answer.status !== 202) throw new Error(`${record.operation} answered ${answer.status}: ${answer.body.message}`);
  return Number(answer.body.job_id);
}

const readJob = async (lane: Lane, jobId: number) => (await ask(lane, "GET", `/jobs/${jobId}`)).body.job as Job;

const isUnfinished = ({ status }: Job): boolean => status === "queued" || status === "running";

/** Cancels a job as soon as it waits; returns without a cancellation if it ends before. */
async function cancelOnceItWaits(lane: Lane, jobId: number): Promise<void> {
  await until(`job ${jobId} cancelled or ended`, PAIR_MS, async () => {
    const { status } = await ask(lane, "POST", `/jobs/${jobId}/cancel`, {});
    if (status !== 202 && status !== 409) throw new Error(`Cancelling job ${jobId} answered ${status}`);
    if (status === 202) return true;
    await pause(LOOK_EVERY_MS);
    return !isUnfinished(await readJob(lane, jobId));
  });
}

/**
 * Reconciles a job that was left to a person, by its entry in the EMR's ledger. Returns false if it cannot be done now:
 * the product looks for the write itself first, which fails while the EMR is out, and may end the job.
 */
async function reconcile(lane: Lane, jobId: number): Promise<boolean> {
  const { writes } = (await ask(lane, "GET", `/sandbox/writes?job_id=${jobId}`)).body as {
    writes: { kind: string; emr_id: string }[];
  };
  const last = writes.findLast(({ kind }) => kind !== "episode");
  // A partial service is finished in the EMR first.
  if (last?.kind === "service") {
    await lane.rows("UPDATE sandbox.service SET signed_at = now() WHERE id = $1", [last.emr_id]);
  }
  const found = last ? { outcome: "held", emr_id: last.emr_id } : { outcome: "not_held" };
  const { status, body } = await ask(lane, "POST", `/jobs/${jobId}/reconcile`, found, lane.admin);
  if (status !== 202 && status !== 409) {
    throw new Error(`Reconciling job ${jobId} answered ${status}: ${body.message}`);
  }
  return status === 202;
}

/** Reconciles a job as soon as that can be done. Returns false if it ends before. */
async function reconcileOnceItCan(lane: Lane, jobId: number): Promise<boolean> {
  let reconciled = false;
  await until(`job ${jobId} reconciled or ended`, PAIR_MS, async () => {
    reconciled = await reconcile(lane, jobId);
    if (reconciled) return true;
    await pause(LOOK_EVERY_MS);
    return !isUnfinished(await readJob(lane, jobId));
  });
  return reconciled;
}

/**
 * Waits until both jobs have ended or will not continue by themselves. Returns the ids of those that wait for a person.
 */
async function afterBoth(lane: Lane, { jobs, ambiguous }: Pair): Promise<number[]> {
  const deadline = Date.now() + PAIR_MS;
  const left: number[] = [];
  for (const jobId of [jobs[1], jobs[2]]) {
    for (;;) {
      const job = await readJob(lane, jobId);
      if (job.ambiguous) ambiguous.add(jobId);
      if (!isUnfinished(job)) break;
      if (job.status === "queued" && job.ambiguous && !job.next_attempt_at && !job.waiting_for) {
        left.push(jobId);
        break;
      }
      if (Date.now() > deadline) throw new Error(`Job ${jobId} did not end: ${JSON.stringify(job)}`);
      await pause(LOOK_EVERY_MS);
    }
  }
  return left;
}

/** Changes a new record twice, the second time after the first's 202, and waits for the end of both. */
export async function runPair(lane: Lane, number: number, cancelled: boolean): Promise<Pair> {
  const record = await orderedRecord(lane, number);
  const first = await change(lane, record, 1);
  const second = await change(lane, record, 2);
  const pair: Pair = { record, jobs: { 1: first, 2: second }, ambiguous: new Set(), reconciled: [] };
  if (cancelled) await cancelOnceItWaits(lane, first);
  for (const jobId of await afterBoth(lane, pair)) {
    if (await reconcileOnceItCan(lane, jobId)) pair.reconciled.push(jobId);
  }
  return pair;
}
