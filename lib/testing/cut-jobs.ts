import assert from "node:assert/strict";
import { runJob } from "#lib/jobs/lifecycle/attempt";
import { call } from "./call.ts";
import type { TestAccount } from "./linked-account.ts";

/** Jobs that run at the same time. */
const LANES = 6;
/** Attempts after which a job must have ended or be left to a person. */
const MAX_RUNS = 12;

export type Query = <Row extends Record<string, unknown>>(text: string, values?: unknown[]) => Promise<Row[]>;

/** A request of a trial. `mark` is a text of one job, which shows in the EMR's record. */
export interface CutOperation {
  handler: Parameters<typeof call>[0];
  method?: "POST" | "PATCH";
  path: string;
  params?: Record<string, string>;
  /** Where the next request goes, if each goes to another record; otherwise to `path`. */
  address?(): { path: string; params: Record<string, string> };
  body(mark: string): Record<string, unknown>;
}

export interface Sent<Operation extends CutOperation> {
  jobId: number;
  operation: Operation;
  mark: string;
}

export interface Ended<Operation extends CutOperation> extends Sent<Operation> {
  status: string;
  listed: boolean;
}

/** A clinic and the owner's door to the database. */
export interface CutPlace {
  clinic: TestAccount;
  query: Query;
}

/** Returns numbers from 0 to 1, the same in each run. */
export function fixedNumbers(): () => number {
  let state = 18;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** Runs a job's attempts without their pauses until it has ended or is left to a person. */
async function runToEnd<Operation extends CutOperation>(
  sent: Sent<Operation>,
  { clinic, query }: CutPlace,
): Promise<Ended<Operation>> {
  const never = new AbortController().signal;
  for (let run = 0; run < MAX_RUNS; run++) {
    await query("UPDATE job SET next_attempt_at = now() WHERE id = $1 AND status = 'queued'", [sent.jobId]);
    await runJob({ jobId: sent.jobId, ...clinic.tenant }, never);
    const [job] = await query<{ status: string; listed: boolean }>(
      "SELECT status, to_reconcile IS NOT NULL AS listed FROM job WHERE id = $1",
      [sent.jobId],
    );
    if (job && (job.status !== "queued" || job.listed)) return { ...sent, ...job };
  }
  throw new Error(`Job ${sent.jobId} has neither ended nor been left to a person`);
}

/** Runs a job after the one that it waits for, which another lane runs. */
async function runInOrder<Operation extends CutOperation>(
  sent: Sent<Operation>,
  place: CutPlace,
  running: Map<number, Promise<unknown>>,
): Promise<Ended<Operation>> {
  for (;;) {
    const [job] = await place.query<{ before: string | null }>("SELECT waiting_for AS before FROM job WHERE id = $1", [
      sent.jobId,
    ]);
    if (!job?.before) break;
    await running.get(Number(job.before));
  }
  return runToEnd(sent, place);
}

/**
 * Sends operations until the EMR has cut enough answers, and runs each job to its end. Then the EMR answers again, and the
 * jobs that were left to a person are run once more. Returns how all of them ended, the first first.
 */
export async function runCutJobs<Operation extends CutOperation>(
  place: CutPlace,
  {
    operations,
    prefix,
    isEnough,
    answerAgain,
  }: { operations: readonly Operation[]; prefix: string; isEnough(): boolean; answerAgain(): void },
): Promise<Ended<Operation>[]> {
  const running = new Map<number, Promise<Ended<Operation>>>();
  let number = 0;
  const lane = async () => {
    while (!isEnough()) {
      number++;
      const operation = operations[number % operations.length] as Operation;
      const { handler, method = "POST" } = operation;
      const { path, params } = operation.address?.() ?? operation;
      // The end of the mark keeps it from being the beginning of another one.
      const mark = `${prefix}-${number}.`;
      const options = { body: operation.body(mark), headers: place.clinic.headers, ...(params ? { params } : {}) };
      const { status, body } = await call(handler, method, path, options);
      assert.equal(status, 202, body.message);
      const ended = runInOrder({ jobId: body.job_id, operation, mark }, place, running);
      running.set(body.job_id, ended);
      await ended;
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  answerAgain();
  const settled: Ended<Operation>[] = [];
  for (const each of await Promise.all(running.values())) {
    settled.push(each.listed ? await runToEnd(each, place) : each);
  }
  return settled;
}

/** Checks that a job has one event if it has ended, and none if it is left to a person. */
export async function assertReportedOnce({ jobId, listed }: Ended<CutOperation>, query: Query): Promise<void> {
  const events = await query("SELECT FROM event WHERE job_id = $1", [jobId]);
  assert.equal(events.length, listed ? 0 : 1, `events of job ${jobId}`);
}
