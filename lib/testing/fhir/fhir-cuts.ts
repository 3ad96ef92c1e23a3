import assert from "node:assert/strict";
import type { Appointment, FhirResource, ServiceRequest } from "fhir/r4";
import { PATCH as SET_STATUS } from "#app/v1/appointments/route.ts";
import { POST as SEND } from "#app/v1/messages/route.ts";
import { POST as ORDER } from "#app/v1/orders/route.ts";
import { POST as NOTE } from "#app/v1/patient-notes/route.ts";
import { PATCH as UPDATE } from "#app/v1/referrals/[id]/route.ts";
import { POST as REFER } from "#app/v1/referrals/route.ts";
import { POST as TASK } from "#app/v1/tasks/route.ts";
import { hasKey } from "#lib/emr/fhir/job-key";
import { runJob } from "#lib/jobs/lifecycle/run-job";
import { type CallOptions, call } from "#lib/testing/call";
import { type FaultyFront, type FrontEnd, startFaultyFront } from "#lib/testing/faulty-front";
import type { TestAccount } from "#lib/testing/linked-account";
import { clinicResources, excerptOf } from "./clinic/clinic.ts";
import { linkFhir } from "./link-fhir.ts";
import { startMedplum } from "./medplum.ts";
import type { TestFhirServer } from "./server.ts";

/** Jobs that run at the same time. */
const LANES = 6;
/** Attempts after which a job must have ended or be left to a person. */
const MAX_RUNS = 12;

type Query = <Row extends Record<string, unknown>>(text: string, values?: unknown[]) => Promise<Row[]>;

/** A clinic whose EMR is a FHIR server behind a proxy that cuts answers. */
interface Place {
  server: TestFhirServer;
  front: FaultyFront;
  clinic: TestAccount;
  query: Query;
  mrn: string;
  referral: { id: string; ehrId: string };
  appointmentId: string;
}

interface Operation {
  handler: Parameters<typeof call>[0];
  method: "POST" | "PATCH";
  path(place: Place): { path: string; params?: Record<string, string> };
  body(place: Place, number: number): Record<string, unknown>;
  /** Returns whether the changed record is as the request with this number sets it; null for a new record. */
  isAsSet: ((place: Place, number: number) => Promise<boolean>) | null;
}

const at = (path: string) => () => ({ path });
const STATUSES = ["arrived", "checked-in", "fulfilled", "booked"] as const;
const statusOf = (number: number) => STATUSES[number % STATUSES.length];
const named = (number: number) => `Number ${number}`;

async function held<Resource extends FhirResource>(
  { server }: Place,
  type: Resource["resourceType"],
  id: string,
): Promise<Resource | undefined> {
  return (await server.held<Resource>(type)).find((resource) => resource.id === id);
}

const OPERATIONS: readonly Operation[] = [
  {
    handler: SEND,
    method: "POST",
    path: at("/messages"),
    body: (_place, number) => ({ provider: "101", subject: named(number), message: "Before Friday, please." }),
    isAsSet: null,
  },
  {
    handler: NOTE,
    method: "POST",
    path: at("/patient-notes"),
    body: ({ mrn }, number) => ({ patient_mrn: mrn, subject: named(number), note: "Called back." }),
    isAsSet: null,
  },
  {
    handler: TASK,
    method: "POST",
    path: at("/tasks"),
    body: ({ mrn }, number) => ({ patient_mrn: mrn, description: named(number) }),
    isAsSet: null,
  },
  {
    handler: ORDER,
    method: "POST",
    path: at("/orders"),
    body: ({ mrn }, number) => ({ patient_mrn: mrn, type: "lab", item_ids: ["A", "B"], notes: named(number) }),
    isAsSet: null,
  },
  {
    handler: REFER,
    method: "POST",
    path: at("/referrals"),
    body: ({ mrn }, number) => ({ patient_mrn: mrn, reason: named(number) }),
    isAsSet: null,
  },
  {
    handler: UPDATE,
    method: "PATCH",
    path: ({ referral: { id } }) => ({ path: `/referrals/${id}`, params: { id } }),
    body: (_place, number) => ({ notes: named(number) }),
    async isAsSet(place, number) {
      const referral = await held<ServiceRequest>(place, "ServiceRequest", place.referral.ehrId);
      return referral?.note?.[0]?.text === named(number);
    },
  },
  {
    handler: SET_STATUS,
    method: "PATCH",
    path: at("/appointments"),
    body: ({ appointmentId }, number) => ({ emr_appointment_id: appointmentId, status: statusOf(number) }),
    async isAsSet(place, number) {
      const appointment = await held<Appointment>(place, "Appointment", place.appointmentId);
      return appointment?.status === statusOf(number);
    },
  },
];

/** Counts of a trial; `cut` are the writes that the server did and whose answer was lost, an error, or a refusal. */
export interface FhirCutCounts {
  cut: number;
  accepted: number;
  completed: number;
  failed: number;
  /** Jobs that were left to a person and settled by looking again. */
  listed: number;
  /** Requests that the server answered. */
  calls: number;
}

/** Returns numbers from 0 to 1, the same in each run. */
function fixedNumbers(): () => number {
  let state = 19;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** Lets most writes be cut after the server's commit, some requests be lost, and some reads fail. */
function cutting(front: FaultyFront): { cut: number; calls: number } {
  const counted = { cut: 0, calls: 0 };
  const next = fixedNumbers();
  const cuts: FrontEnd[] = ["cut", "failed", "refused"];
  front.end = (method) => {
    const dice = next();
    if (method === "GET") return dice < 0.1 ? "failed" : "answered";
    if (dice < 0.15) return "lost";
    return dice < 0.3 ? "answered" : (cuts[Math.floor(next() * cuts.length)] ?? "cut");
  };
  front.forwarded = ({ method, end, status }) => {
    counted.calls++;
    if (method !== "GET" && status < 300 && end !== "answered") counted.cut++;
  };
  return counted;
}

interface Sent {
  jobId: number;
  key: string;
  operation: Operation;
  number: number;
}

interface Ended extends Sent {
  status: string;
  listed: boolean;
}

/** Runs a job's attempts without their pauses until it has ended or is left to a person. */
async function runToEnd(sent: Sent, { clinic, query }: Place): Promise<Ended> {
  const never = new AbortController().signal;
  for (let run = 0; run < MAX_RUNS; run++) {
    await query("UPDATE job SET next_attempt_at = now() WHERE id = $1 AND to_reconcile IS NULL", [sent.jobId]);
    await runJob({ jobId: sent.jobId, ...clinic.tenant }, never);
    const [job] = await query<{ status: string; listed: boolean }>(
      "SELECT status, to_reconcile IS NOT NULL AS listed FROM job WHERE id = $1",
      [sent.jobId],
    );
    if (job && (job.status !== "queued" || job.listed)) return { ...sent, ...job };
  }
  throw new Error(`Job ${sent.jobId} has neither ended nor been left to a person`);
}

/** Checks a change at its end, before the next job in the line of the same record begins. */
async function assertAsSet(ended: Ended, place: Place): Promise<void> {
  const { operation, number, jobId, status, listed } = ended;
  if (!operation.isAsSet || listed || status !== "completed") return;
  assert.ok(await operation.isAsSet(place, number), `job ${jobId} is completed and its change is missing`);
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
  const ended = await runToEnd(sent, place);
  await assertAsSet(ended, place);
  return ended;
}

const TYPES = ["ServiceRequest", "DocumentReference", "Communication", "Task"] as const;

/** Checks that a new record is there once if its job completed, and not at all if it failed. */
function assertWrittenOnce({ jobId, key, operation, status }: Ended, written: FhirResource[]): void {
  if (operation.isAsSet) return;
  const found = written.filter((resource) => hasKey(resource, key)).length;
  assert.equal(found, status === "completed" ? 1 : 0, `records of job ${jobId}, which has ${status}`);
}

/** Returns how often the server has done the change of each job, by its key. */
function countChanges(front: FaultyFront): Map<string, number> {
  const changes = new Map<string, number>();
  const count = front.forwarded;
  front.forwarded = (request) => {
    count(request);
    if (request.method !== "PUT" || request.status >= 300) return;
    const { identifier = [] } = JSON.parse(request.body) as { identifier?: { value: string; use?: string }[] };
    const key = identifier.findLast(({ use }) => use === "secondary")?.value ?? "";
    changes.set(key, (changes.get(key) ?? 0) + 1);
  };
  return changes;
}

async function openPlace(query: Query, ifNoneExist: "works" | "ignored"): Promise<Place> {
  const server = await startMedplum({ ifNoneExist });
  const wanted = { PractitionerRole: 12, Patient: 2, Appointment: 1, ServiceRequest: 1 };
  const clinic = excerptOf(clinicResources(new Date()), wanted);
  await server.load(clinic);
  const front = await startFaultyFront(server.origin);
  const account = await linkFhir(query, server.baseUrl.replace(server.origin, front.origin));
  const of = [account.tenant.linkedAccountId];
  const [patients, referrals, appointments] = await Promise.all([
    query<{ mrn: string }>("SELECT mrn FROM patient WHERE linked_account_id = $1 LIMIT 1", of),
    query<{ id: string; ehr_id: string }>("SELECT id, ehr_id FROM referral WHERE linked_account_id = $1 LIMIT 1", of),
    query<{ id: string }>(
      "SELECT emr_appointment_id AS id FROM appointment WHERE linked_account_id = $1 AND category = 'appointment' LIMIT 1",
      of,
    ),
  ]);
  const [referral, appointment] = [referrals[0], appointments[0]];
  assert.ok(patients[0] && referral && appointment, "the clinic was read");
  return {
    server,
    front,
    clinic: account,
    query,
    mrn: patients[0].mrn,
    referral: { id: referral.id.replaceAll("-", ""), ehrId: referral.ehr_id },
    appointmentId: appointment.id,
  };
}

async function accept(operation: Operation, place: Place, number: number): Promise<Sent> {
  const { path, params } = operation.path(place);
  const options: CallOptions = { body: operation.body(place, number), headers: place.clinic.headers };
  const answer = await call(operation.handler, operation.method, path, params ? { ...options, params } : options);
  assert.equal(answer.status, 202, answer.body.message);
  const jobId: number = answer.body.job_id;
  const [job] = await place.query<{ key: string }>("SELECT emr_idempotency_key AS key FROM job WHERE id = $1", [jobId]);
  return { jobId, key: job?.key.replaceAll("-", "") ?? "", operation, number };
}

/**
 * Sends operations to a FHIR server, with conditional creates or without, until at least `wanted` answers were cut after
 * its commit. Rejects if one was written twice or is missing. At the end the server can be searched again, and what was
 * left to a person is settled.
 */
export async function cutFhirAnswers(
  query: Query,
  ifNoneExist: "works" | "ignored",
  wanted: number,
): Promise<FhirCutCounts> {
  const place = await openPlace(query, ifNoneExist);
  const { front, server } = place;
  try {
    const counted = cutting(front);
    const changes = countChanges(front);
    const running = new Map<number, Promise<Ended>>();
    let number = 0;
    const lane = async () => {
      while (counted.cut < wanted) {
        number++;
        const sent = await accept(OPERATIONS[number % OPERATIONS.length] as Operation, place, number);
        const ended = runInOrder(sent, place, running);
        running.set(sent.jobId, ended);
        await ended;
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    front.end = () => "answered";
    const ended = await Promise.all(running.values());
    const settled: Ended[] = [];
    for (const each of ended) settled.push(each.listed ? await runToEnd(each, place) : each);
    const written = (await Promise.all(TYPES.map((type) => server.held<FhirResource>(type)))).flat();
    for (const each of settled) assertWrittenOnce(each, written);
    for (const [key, count] of changes) assert.equal(count, 1, `changes under the key ${key}`);
    const count = (status: string) => settled.filter((each) => each.status === status).length;
    return {
      ...counted,
      accepted: settled.length,
      completed: count("completed"),
      failed: count("failed"),
      listed: ended.filter(({ listed }) => listed).length,
    };
  } finally {
    await front.stop();
    await server.stop();
  }
}
