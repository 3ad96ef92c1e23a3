import assert from "node:assert/strict";
import { POST as SEND } from "#app/v1/messages/route.ts";
import { POST as NOTE } from "#app/v1/patient-notes/route.ts";
import { POST as PAY } from "#app/v1/payments/route.ts";
import { POST as SERVE } from "#app/v1/services/route.ts";
import { runJob } from "#lib/jobs/lifecycle/run-job";
import { call } from "./call.ts";
import { aPayment } from "./clinic.ts";
import type { CallEnd, FakeEmr } from "./fake-written-emr.ts";
import type { TestAccount } from "./linked-account.ts";

/** Jobs that run at the same time. */
const LANES = 6;
/** Attempts after which a job must have ended or be left to a person. */
const MAX_RUNS = 12;

type Query = <Row extends Record<string, unknown>>(text: string, values?: unknown[]) => Promise<Row[]>;

interface Operation {
  table: "message" | "payment" | "patient_note" | "service";
  /** Column of the EMR's record that has the text of one job; null if the record has no free text. */
  mark: string | null;
  handler: Parameters<typeof call>[0];
  path: string;
  body: (mark: string) => Record<string, unknown>;
}

const OPERATIONS: readonly Operation[] = [
  {
    table: "message",
    mark: "subject",
    handler: SEND,
    path: "/messages",
    body: (subject) => ({ provider: "101", subject, message: "Before Friday, please." }),
  },
  {
    table: "payment",
    mark: "reference_number",
    handler: PAY,
    path: "/payments",
    body: (reference_number) => ({ ...aPayment, reference_number }),
  },
  {
    table: "patient_note",
    mark: "subject",
    handler: NOTE,
    path: "/patient-notes",
    body: (subject) => ({ patient_mrn: "MRN-1", subject, note: "Called back.", location: "LOC-1" }),
  },
  {
    table: "service",
    mark: null,
    handler: SERVE,
    path: "/services",
    body: () => ({
      patient_mrn: "MRN-1",
      team: "1",
      service_type: "101",
      form_id: "PHQ-2",
      answers: { Q1: "0", Q2: "1" },
    }),
  },
];

/** Counts of a trial; `cut` are the writes that the EMR did and whose answer was lost, an error, or a refusal. */
export interface CutCounts {
  cut: number;
  accepted: number;
  completed: number;
  failed: number;
  /** Jobs under To reconcile at the end. */
  listed: number;
  sends: number;
  looks: number;
}

/** Returns numbers from 0 to 1, the same in each run. */
function fixedNumbers(): () => number {
  let state = 18;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** Ends after the EMR's commit. A refusal by an EMR that cannot be searched is believed. */
const cutsOf = (emr: FakeEmr): CallEnd[] => (emr.isSearched ? ["cut", "failed", "refused"] : ["cut", "failed"]);

/** Lets most writes be cut after the EMR's commit, some requests be lost, and some look-ups fail. Counts the cuts. */
function cutting(emr: FakeEmr): { cut: number } {
  const counted = { cut: 0 };
  const next = fixedNumbers();
  const cuts = cutsOf(emr);
  emr.otherwise = (kind) => {
    const dice = next();
    if (kind === "look") return dice < 0.2 ? "failed" : "answered";
    if (dice < 0.15) return "lost";
    if (dice < 0.3) return "answered";
    counted.cut++;
    return cuts[Math.floor(next() * cuts.length)] as CallEnd;
  };
  return counted;
}

interface Sent {
  jobId: number;
  operation: Operation;
  mark: string;
}

interface Ended extends Sent {
  status: string;
  listed: boolean;
}

/** A clinic, the EMR that it is linked to, and the owner's door to the database. */
interface Place {
  emr: FakeEmr;
  clinic: TestAccount;
  query: Query;
}

/** Runs a job's attempts without their pauses until it has ended or is left to a person. */
async function runToEnd(sent: Sent, { clinic, query }: Place): Promise<Ended> {
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
async function runInOrder(sent: Sent, place: Place, running: Map<number, Promise<unknown>>): Promise<Ended> {
  for (;;) {
    const [job] = await place.query<{ before: string | null }>("SELECT waiting_for AS before FROM job WHERE id = $1", [
      sent.jobId,
    ]);
    if (!job?.before) break;
    await running.get(Number(job.before));
  }
  return runToEnd(sent, place);
}

/** Checks that a job was written once if it completed, not at all if it failed, and at most once if it is listed. */
async function assertWrittenOnce({ jobId, operation, mark, status, listed }: Ended, query: Query): Promise<void> {
  const events = await query("SELECT FROM event WHERE job_id = $1", [jobId]);
  assert.equal(events.length, listed ? 0 : 1, `events of job ${jobId}`);
  if (operation.mark === null) return;
  const rows = await query(`SELECT FROM sandbox.${operation.table} WHERE ${operation.mark} = $1`, [mark]);
  if (listed) assert.ok(rows.length <= 1, `job ${jobId} is listed and written ${rows.length} times`);
  else assert.equal(rows.length, status === "completed" ? 1 : 0, `records of job ${jobId}, which has ${status}`);
}

/** Checks the records that have no text of their job: one signed record per completed job, and none that is unknown. */
async function assertServices(ended: readonly Ended[], clinic: TestAccount, query: Query): Promise<void> {
  const services = ended.filter(({ operation }) => operation.mark === null);
  const completed = services.filter(({ status }) => status === "completed").map(({ jobId }) => jobId);
  const [found] = await query<{ rows: number; held: number }>(
    `SELECT count(*)::integer AS rows, count(*) FILTER (WHERE signed_at IS NOT NULL AND id IN (
       SELECT result ->> 'emr_service_id' FROM job WHERE id = ANY ($2)))::integer AS held
     FROM sandbox.service WHERE practice_id = $1`,
    [clinic.tenant.linkedAccountId, completed],
  );
  assert.equal(found?.held, completed.length, "signed services of completed jobs");
  const listed = services.filter((each) => each.listed).length;
  assert.ok((found?.rows ?? 0) <= completed.length + listed, "services that no job knows");
}

/**
 * Sends operations to a clinic of a fake EMR until at least `wanted` answers were cut after the EMR's commit. Rejects if
 * one was written twice or is missing. At the end the EMR can be searched again: jobs whose end it shows are settled, the
 * rest is listed for a person.
 */
export async function cutAnswers(place: Place, wanted: number): Promise<CutCounts> {
  const { emr, clinic, query } = place;
  await query("UPDATE linked_account SET emr_type = $1", [emr.emrType]);
  emr.reset();
  const counted = cutting(emr);
  const running = new Map<number, Promise<Ended>>();
  let number = 0;
  const lane = async () => {
    while (counted.cut < wanted) {
      number++;
      const operation = OPERATIONS[number % OPERATIONS.length] as Operation;
      const mark = `${emr.emrType}-${number}`;
      const options = { body: operation.body(mark), headers: clinic.headers };
      const { status, body } = await call(operation.handler, "POST", operation.path, options);
      assert.equal(status, 202, body.message);
      const ended = runInOrder({ jobId: body.job_id, operation, mark }, place, running);
      running.set(body.job_id, ended);
      await ended;
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  emr.otherwise = () => "answered";
  const settled: Ended[] = [];
  for (const each of await Promise.all(running.values())) {
    settled.push(each.listed ? await runToEnd(each, place) : each);
  }
  for (const each of settled) await assertWrittenOnce(each, query);
  await assertServices(settled, clinic, query);
  const looks = emr.calls.filter((name) => name === "findWrite").length;
  const count = (is: (each: Ended) => boolean) => settled.filter(is).length;
  return {
    ...counted,
    accepted: settled.length,
    completed: count(({ status }) => status === "completed"),
    failed: count(({ status }) => status === "failed"),
    listed: count(({ listed }) => listed),
    sends: emr.calls.length - looks,
    looks,
  };
}
