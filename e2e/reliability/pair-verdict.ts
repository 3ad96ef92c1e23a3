import { isDeepStrictEqual } from "node:util";
import { catalog } from "#lib/catalog/generated/definitions";
import { writeKeysOf } from "#lib/catalog/write-keys";
import type { Lane } from "./lane.ts";
import type { Turn } from "./ordered-records.ts";
import type { Pair } from "./pair.ts";

/** The faults of a pair; empty lists if it is correct. */
export interface Verdict {
  /** The EMR or the copy does not hold the last accepted change of those that completed, or both jobs ran at once. */
  order: string[];
  /** A job did not end once with its one event, or the EMR's writes do not match its end. */
  truth: string[];
  cancelled: number;
  writes: number;
}

interface Ended {
  status: string;
  /** When the next change of its record may begin: at its end, or once its last attempt left it to a person (decisions §6). */
  next_from: Date | null;
  began_at: Date | null;
  key: string;
  events: string[];
}

const ENDED = `SELECT j.status, replace(j.emr_idempotency_key::text, '-', '') AS key,
    CASE WHEN j.to_reconcile_as_of IS NULL THEN j.finished_at
      ELSE (SELECT max(ended_at) FROM job_attempt WHERE job_id = j.id) END AS next_from,
    (SELECT min(started_at) FROM job_attempt WHERE job_id = j.id) AS began_at,
    ARRAY(SELECT envelope->>'type' FROM event WHERE job_id = j.id) AS events
  FROM job j WHERE j.id = $1`;
/**
 * Episodes do not count, because only the patient joins the team. Signatures do not count, because a person may have
 * signed.
 */
const WRITES =
  "SELECT kind FROM sandbox.write WHERE idempotency_key = ANY ($1) AND kind NOT IN ('episode', 'service_signature')";

/** Checks the event of a job's end and the number of its writes in the EMR. */
function assertTrue(jobId: number, { status, events }: Ended, writes: number, pair: Pair, wrong: string[]): void {
  const { operation } = pair.record;
  const { completed, failed } = catalog[operation].events;
  const done = status === "completed";
  const expectedEvents = [done ? completed.type : failed.type];
  if (!isDeepStrictEqual(events, expectedEvents))
    wrong.push(`job ${jobId} is ${status} with the events ${events.join(", ") || "none"}`);
  const expectedWrites = done ? 1 : 0;
  if (writes !== expectedWrites)
    wrong.push(`job ${jobId} (${operation}) is ${status} and the EMR holds ${writes} of its writes`);
}

/** Judges a pair whose jobs have ended. */
export async function judge(lane: Lane, pair: Pair): Promise<Verdict> {
  const { record, jobs } = pair;
  const verdict: Verdict = { order: [], truth: [], cancelled: 0, writes: 0 };
  const ends = {} as Record<Turn, Ended>;
  for (const turn of [1, 2] as const) {
    const [ended] = await lane.rows<Ended & { [column: string]: unknown }>(ENDED, [jobs[turn]]);
    if (!ended) throw new Error(`Job ${jobs[turn]} is gone`);
    const writes = (await lane.rows(WRITES, [writeKeysOf(ended.key)])).length;
    assertTrue(jobs[turn], ended, writes, pair, verdict.truth);
    verdict.writes += writes;
    if (ended.status === "cancelled") verdict.cancelled++;
    ends[turn] = ended;
  }
  const what = `${record.operation}, jobs ${jobs[1]} and ${jobs[2]} (${ends[1].status}, ${ends[2].status})`;
  const expected = record.expected(([1, 2] as const).filter((turn) => ends[turn].status === "completed"));
  for (const [where, held] of [
    ["EMR", await record.inEmr()],
    ["copy", await record.here()],
  ] as const) {
    if (!isDeepStrictEqual(held, expected)) {
      verdict.order.push(`${what}: the ${where} holds ${held.join(", ")} and not ${expected.join(", ")}`);
    }
  }
  const { began_at: began } = ends[2];
  const early = began ? (ends[1].next_from?.getTime() ?? 0) - began.getTime() : 0;
  if (early > 0) verdict.order.push(`${what}: the second began ${early} ms before the first had made way`);
  return verdict;
}
