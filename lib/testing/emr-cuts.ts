import assert from "node:assert/strict";
import { POST as SEND } from "#app/v1/messages/route.ts";
import { POST as NOTE } from "#app/v1/patient-notes/route.ts";
import { POST as PAY } from "#app/v1/payments/route.ts";
import { POST as SERVE } from "#app/v1/services/route.ts";
import { aPayment } from "./clinic.ts";
import {
  assertReportedOnce,
  type CutOperation,
  type CutPlace,
  type Ended,
  fixedNumbers,
  type Query,
  runCutJobs,
} from "./cut-jobs.ts";
import type { CallEnd, FakeEmr } from "./fake-written-emr.ts";
import type { TestAccount } from "./linked-account.ts";

interface Operation extends CutOperation {
  table: "message" | "payment" | "patient_note" | "service";
  /** Column of the EMR's record that has the text of one job; null if the record has no free text. */
  mark: string | null;
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

/** A clinic, the EMR that it is linked to, and the owner's door to the database. */
interface Place extends CutPlace {
  emr: FakeEmr;
}

/** Checks that a job was written once if it completed, not at all if it failed, and at most once if it is listed. */
async function assertWrittenOnce(ended: Ended<Operation>, query: Query): Promise<void> {
  const { jobId, operation, mark, status, listed } = ended;
  await assertReportedOnce(ended, query);
  if (operation.mark === null) return;
  const rows = await query(`SELECT FROM sandbox.${operation.table} WHERE ${operation.mark} = $1`, [mark]);
  if (listed) assert.ok(rows.length <= 1, `job ${jobId} is listed and written ${rows.length} times`);
  else assert.equal(rows.length, status === "completed" ? 1 : 0, `records of job ${jobId}, which has ${status}`);
}

/** Checks the records that have no text of their job: one signed record per completed job, and none that is unknown. */
async function assertServices(ended: readonly Ended<Operation>[], clinic: TestAccount, query: Query): Promise<void> {
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
  const settled = await runCutJobs(place, {
    operations: OPERATIONS,
    prefix: emr.emrType,
    isEnough: () => counted.cut >= wanted,
    answerAgain() {
      emr.otherwise = () => "answered";
    },
  });
  for (const each of settled) await assertWrittenOnce(each, query);
  await assertServices(settled, clinic, query);
  const looks = emr.calls.filter((name) => name === "findWrite").length;
  const count = (is: (each: Ended<Operation>) => boolean) => settled.filter(is).length;
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
