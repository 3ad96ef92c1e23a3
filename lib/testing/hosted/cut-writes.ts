import assert from "node:assert/strict";
import { PATCH as UPDATE_APPOINTMENT } from "#app/v1/appointments/route.ts";
import { POST as SEND } from "#app/v1/messages/route.ts";
import { POST as NOTE } from "#app/v1/patient-notes/route.ts";
import { POST as PAY } from "#app/v1/payments/route.ts";
import { PATCH as UPDATE_REFERRAL } from "#app/v1/referrals/[id]/route.ts";
import { POST as REFER } from "#app/v1/referrals/route.ts";
import { POST as ASSIGN } from "#app/v1/tasks/route.ts";
import { readEventLog } from "#lib/jobs/emr-events/read-log";
import { runJob } from "#lib/jobs/lifecycle/attempt";
import { call } from "#lib/testing/call";
import { assertReportedOnce, type CutOperation, type CutPlace, fixedNumbers, type Query } from "#lib/testing/cut-jobs";
import type { HostedClinic } from "./clinic.ts";
import type { EventEnd, Fault } from "./faults.ts";
import type { Effect } from "./ledger.ts";
import type { HostedServer } from "./server.ts";
import type { Variants } from "./variants.ts";

/** Requests that are under way at the same time. */
const LANES = 4;
/** Time after which an operation without an answer is no longer looked for. */
const LOOKED_FOR = "16 minutes";
/** Rounds after which all jobs must have ended: those of one record follow each other. */
const MOST_ROUNDS = 2_000;

/** An operation by its request to the service. */
interface Operation extends CutOperation {
  /** Method and path by which the service knows it. */
  sent: string;
  /**
   * Whether it can be found without the answer: `always` by the record that its event names; `named` by the event itself, which
   * names what the request does, if the log says whose it is; `never` by an event that names nothing of the request.
   */
  found: "always" | "named" | "never";
}

interface Sent {
  jobId: number;
  operation: Operation;
  mark: string;
  body: Record<string, unknown>;
}

interface Ended extends Sent {
  status: string;
  listed: boolean;
  warnings: string[];
}

interface Place extends CutPlace {
  server: HostedServer;
}

/** Counts of a trial. */
export interface HostedCutCounts {
  /** Requests that the service did, and whose answer was cut, falsified or no JSON. */
  cut: number;
  /** Requests that were cut before the service did them. */
  lost: number;
  accepted: number;
  completed: number;
  failed: number;
  /** Jobs under To reconcile at the end. */
  listed: number;
  events: number;
  /** Events that arrived at the webhook. */
  arrived: number;
}

const VISIT_STATUSES = ["ARR", "SCH"];

/** Returns the operations on the clinic's first records. */
async function operationsOn({ clinic, query }: Place): Promise<Operation[]> {
  const referrals = await query<{ id: string }>(
    "SELECT replace(id::text, '-', '') AS id FROM referral WHERE linked_account_id = $1 ORDER BY ehr_id",
    [clinic.tenant.linkedAccountId],
  );
  const visits = await query<{ id: string }>(
    "SELECT emr_appointment_id AS id FROM appointment WHERE linked_account_id = $1 ORDER BY emr_appointment_id LIMIT 3",
    [clinic.tenant.linkedAccountId],
  );
  assert.ok(referrals.length > 0 && visits.length > 0, "the clinic was not synced");
  let status = 0;
  const patient_mrn = "MRN-1";
  return [
    {
      sent: "POST /payments",
      found: "named",
      handler: PAY,
      path: "/payments",
      body: (reference_number) => ({
        patient_mrn,
        payment_method: "cash",
        reference_number,
        location: "LOC-1",
        amount: 45.5,
      }),
    },
    {
      sent: "POST /patient-notes",
      found: "named",
      handler: NOTE,
      path: "/patient-notes",
      body: (subject) => ({ patient_mrn, subject, note: "Called back.", location_id: "LOC-1" }),
    },
    {
      sent: "POST /messages",
      found: "never",
      handler: SEND,
      path: "/messages",
      body: (subject) => ({ provider: "101", subject, message: "Before Friday, please." }),
    },
    {
      sent: "POST /tasks",
      found: "never",
      handler: ASSIGN,
      path: "/tasks",
      body: (description) => ({ patient_mrn, description }),
    },
    {
      sent: "POST /referrals",
      found: "always",
      handler: REFER,
      path: "/referrals",
      body: (reason) => ({ patient_mrn, reason }),
    },
    ...referrals.map(
      ({ id }): Operation => ({
        sent: "PATCH /referrals/{id}",
        found: "always",
        handler: UPDATE_REFERRAL,
        method: "PATCH",
        path: `/referrals/${id}`,
        params: { id },
        body: (notes) => ({ notes }),
      }),
    ),
    ...visits.map(
      ({ id }): Operation => ({
        sent: "PATCH /appointments/{id}",
        found: "always",
        handler: UPDATE_APPOINTMENT,
        method: "PATCH",
        path: "/appointments",
        body: (text) => ({
          emr_appointment_id: id,
          status: VISIT_STATUSES[status++ % VISIT_STATUSES.length],
          metadata: { text },
        }),
      }),
    ),
  ];
}

/** Ends after the service has done the request. */
const CUTS: readonly Fault[] = [
  { kind: "cut_after" },
  { kind: "truncated" },
  { kind: "failed_after" },
  { kind: "failed_after", status: 504 },
  { kind: "html", status: 502, isDone: true },
  { kind: "html", status: 200, isDone: true },
];

/** Ends of reads. */
const READ_FAULTS: readonly Fault[] = [
  { kind: "cut_after" },
  { kind: "failed_after" },
  { kind: "html", status: 502, isDone: false },
];

const pick = <Value>(values: readonly Value[], dice: number): Value | undefined =>
  values[Math.floor(dice * values.length)];

/** Lets most writes be done without an answer, some be lost, and some reads fail. Events end as `ofEvent` says. */
function cutting({ faults }: HostedServer, ofEvent: (dice: number) => EventEnd) {
  const counted = { cut: 0, lost: 0 };
  const next = fixedNumbers();
  const nextEvent = fixedNumbers();
  faults.ofEvent = () => ofEvent(nextEvent());
  faults.of = (method) => {
    const dice = next();
    if (method === "GET") return dice < 0.1 ? (pick(READ_FAULTS, next()) ?? null) : null;
    if (dice < 0.1) {
      counted.lost++;
      return { kind: "cut_before" };
    }
    if (dice < 0.25) return null;
    counted.cut++;
    return pick(CUTS, next()) ?? null;
  };
  faults.ofWork = () => (next() < 0.05 ? { kind: "failed", reason: "The chart is locked" } : { kind: "done" });
  return counted;
}

/** Ends of events at a webhook: most arrive, some twice or late and in another order, some never. */
const AT_A_WEBHOOK: readonly EventEnd[] = ["sent", "sent", "sent", "twice", "held", "lost"];

/** Takes the service's events as the product does, at once: those that arrived, and with `log` those of its log. */
async function readEvents({ clinic, query }: CutPlace, { log }: { log: boolean }): Promise<void> {
  // Earlier than now: the product's clock shows whole milliseconds, and the reading would not be due within this one.
  const due = log ? "next_at = now() - interval '1 second', log_at = NULL" : "next_at = now() - interval '1 second'";
  await query(`UPDATE emr_event_reading SET ${due} WHERE linked_account_id = $1`, [clinic.tenant.linkedAccountId]);
  await readEventLog(clinic.tenant);
}

const never = new AbortController().signal;

async function attempt({ jobId }: Pick<Sent, "jobId">, { clinic, query }: CutPlace): Promise<void> {
  await query("UPDATE job SET next_attempt_at = now() WHERE id = $1 AND status = 'queued' AND to_reconcile IS NULL", [
    jobId,
  ]);
  await runJob({ jobId, ...clinic.tenant }, never);
}

/** Returns the id of the job whose request has the mark, once there is one; null if the request ended without. */
async function jobWith(mark: string, asked: Promise<unknown>, { clinic, query }: CutPlace): Promise<number | null> {
  let isOver = false;
  asked.finally(() => {
    isOver = true;
  });
  for (;;) {
    const wasOver = isOver;
    const [row] = await query<{ id: string }>(
      "SELECT id FROM job WHERE linked_account_id = $1 AND concat(request, metadata) LIKE $2",
      [clinic.tenant.linkedAccountId, `%"${mark}"%`],
    );
    if (row) return Number(row.id);
    if (wasOver) return null;
  }
}

/** Sends an operation as a caller does, and makes the first attempt as a runner does meanwhile. */
async function send(operation: Operation, mark: string, place: Place): Promise<Sent> {
  const { handler, method = "POST", path, params } = operation;
  const sent = operation.body(mark);
  const options = { body: sent, headers: place.clinic.headers, ...(params ? { params } : {}) };
  const asked = call(handler, method, path, options);
  const jobId = await jobWith(mark, asked, place);
  if (jobId !== null) await runJob({ jobId, ...place.clinic.tenant }, never);
  const { status, body } = await asked;
  assert.equal(status, 202, body.message);
  return { jobId: body.job_id, operation, mark, body: sent };
}

const IS_OPEN = `job.status IN ('queued', 'running') AND job.to_reconcile IS NULL`;

/** `unsent`: may be tried. `accepted`: waits for its event. `unanswered`: is looked for. */
type Standing = "unsent" | "accepted" | "unanswered";

/** Returns the jobs that have neither ended nor been left to a person, the first first. */
const openJobs = async ({ clinic, query }: CutPlace): Promise<{ jobId: number; standing: Standing }[]> =>
  (
    await query<{ id: string; standing: Standing }>(
      `SELECT job.id, CASE WHEN passed_on.sent_at IS NULL THEN 'unsent' WHEN passed_on.answer IS NULL THEN 'unanswered'
         ELSE 'accepted' END AS standing
       FROM job LEFT JOIN passed_on ON passed_on.job_id = job.id
       WHERE job.linked_account_id = $1 AND ${IS_OPEN} AND job.waiting_for IS NULL ORDER BY job.id`,
      [clinic.tenant.linkedAccountId],
    )
  ).map(({ id, standing }) => ({ jobId: Number(id), standing }));

/** Does the work of the service, takes its events, and tries again what was certainly not done. */
async function goOn(place: Place, { log }: { log: boolean }): Promise<void> {
  await place.server.finish();
  await place.server.release("backwards");
  await readEvents(place, { log });
  for (const each of await openJobs(place)) if (each.standing === "unsent") await attempt(each, place);
}

/** Ends all jobs: what is still looked for after its time is left to a person. */
async function endAll(place: Place): Promise<void> {
  const { query, clinic } = place;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    await goOn(place, { log: true });
    const open = await openJobs(place);
    if (open.length === 0) return;
    if (open.some(({ standing }) => standing !== "unanswered")) continue;
    await query(
      `UPDATE passed_on SET sent_at = sent_at - interval '${LOOKED_FOR}' FROM job
       WHERE job.id = passed_on.job_id AND passed_on.linked_account_id = $1 AND passed_on.answer IS NULL AND ${IS_OPEN}`,
      [clinic.tenant.linkedAccountId],
    );
    for (const each of open) await attempt(each, place);
  }
  throw new Error("Some jobs have neither ended nor been left to a person");
}

async function endOf(sent: Sent, query: Query): Promise<Ended> {
  const [job] = await query<Pick<Ended, "status" | "listed" | "warnings">>(
    "SELECT status, to_reconcile IS NOT NULL AS listed, warnings FROM job WHERE id = $1",
    [sent.jobId],
  );
  assert.ok(job, `job ${sent.jobId} is gone`);
  return { ...sent, ...job };
}

const isMarked = ({ body }: Effect, mark: string): boolean => JSON.stringify(body).includes(`"${mark}"`);

/** A warning that names an event for the person who is asked. */
const MAY_BE_ABOUT_THIS = "An event of the EMR may be about this";

/**
 * Checks that the changes of each visit were done in the order of its jobs: one of each that completed, none of one that failed,
 * and at most one of one that is listed: what was done and cannot be read at the last moment is left to a person.
 */
function assertVisitsChanged(
  ended: readonly Ended[],
  effects: readonly Effect[],
  { appointments }: HostedClinic,
): void {
  const ofVisits = effects.filter(({ operation }) => operation === "PATCH /appointments/{id}");
  const idOf = ({ id }: Effect) => appointments.find((visit) => visit.id === id)?.emr_appointment_id;
  const byVisit = Map.groupBy(
    ended.toSorted((one, other) => one.jobId - other.jobId),
    ({ body }) => body.emr_appointment_id,
  );
  for (const [visit, jobs] of byVisit) {
    const done = ofVisits.filter((effect) => idOf(effect) === visit).map(({ body }) => body.status);
    // How many of the effects may belong to the jobs so far.
    let counts = new Set([0]);
    for (const { body, status, listed } of jobs) {
      const also = [...counts].filter((count) => done[count] === body.status).map((count) => count + 1);
      counts = new Set(listed ? [...counts, ...also] : status === "completed" ? also : counts);
    }
    const ends = jobs.map(({ body, status, listed }) => `${body.status} ${listed ? "listed" : status}`).join(", ");
    assert.ok(counts.has(done.length), `visit ${visit} was changed to ${done.join(", ")} by jobs: ${ends}`);
  }
  const known = new Set(byVisit.keys());
  assert.ok(
    ofVisits.every((effect) => known.has(idOf(effect))),
    "a visit was changed that no job names",
  );
}

/**
 * Checks that each job was done once if it completed, not at all if it failed, and at most once if it is listed. One that is
 * listed and was done names its event; none is that could be found.
 */
function assertDoneOnce(ended: readonly Ended[], effects: readonly Effect[], { eventData }: Variants): void {
  const isFound = ({ found }: Operation) => found === "always" || (found === "named" && eventData === "envelope");
  for (const each of ended) {
    const { jobId, operation, mark, status, listed, warnings } = each;
    const done = effects.filter((effect) => isMarked(effect, mark)).length;
    const where = `${operation.sent} of job ${jobId}, which ${listed ? "is listed" : `has ${status}`}`;
    if (!listed) assert.equal(done, status === "completed" ? 1 : 0, where);
    else if (isFound(operation)) assert.equal(done, 0, `${where}, and whose event names it`);
    else {
      assert.ok(done <= 1, where);
      const isNamed = warnings.some((warning) => warning.startsWith(MAY_BE_ABOUT_THIS));
      assert.ok(done === 0 || isNamed, `${where}, was done, and names no event`);
    }
  }
}

/**
 * Sends operations to a clinic of a hosted service until at least `wanted` of their answers were cut after the service did
 * them. Without a registered webhook no event arrives, so each outcome is read from the service's log; with one most arrive, and
 * the log shows those that did not. Rejects if one was done twice or is missing.
 */
export async function cutHostedWrites(place: Place, wanted: number): Promise<HostedCutCounts> {
  const { server, query } = place;
  const operations = await operationsOn(place);
  const hasWebhook = server.webhooks.size > 0;
  const counted = cutting(server, (dice) => (hasWebhook && pick(AT_A_WEBHOOK, dice)) || "lost");
  const sent: Sent[] = [];
  let number = 0;
  while (counted.cut < wanted) {
    const round = Array.from({ length: LANES }, () => {
      const operation = operations[number++ % operations.length];
      assert.ok(operation);
      // The end of the mark keeps it from being the beginning of another one.
      return send(operation, `hosted-${number}.`, place);
    });
    sent.push(...(await Promise.all(round)));
    await goOn(place, { log: !hasWebhook });
  }
  server.faults.of = () => null;
  await endAll(place);
  const ended = await Promise.all(sent.map((each) => endOf(each, query)));
  for (const each of ended) await assertReportedOnce(each as never, query);
  const effects = server.ledger.effects();
  const isOfVisit = ({ operation }: Ended) => operation.path === "/appointments";
  assertDoneOnce(
    ended.filter((each) => !isOfVisit(each)),
    effects,
    server.variants,
  );
  assertVisitsChanged(ended.filter(isOfVisit), effects, server.clinic);
  const count = (is: (each: Ended) => boolean) => ended.filter(is).length;
  return {
    ...counted,
    accepted: ended.length,
    completed: count(({ status }) => status === "completed"),
    failed: count(({ status }) => status === "failed"),
    listed: count(({ listed }) => listed),
    events: server.events.length,
    arrived: new Set(server.ledger.deliveries().flatMap(({ status, eventId }) => (status === 200 ? [eventId] : [])))
      .size,
  };
}
