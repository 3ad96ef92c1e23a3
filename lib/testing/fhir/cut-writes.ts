import assert from "node:assert/strict";
import type { Appointment, Coverage, FhirResource, ServiceRequest, Slot } from "fhir/r4";
import { POST as CANCEL } from "#app/v1/appointments/[id]/cancel/route.ts";
import { PATCH as MOVE } from "#app/v1/appointments/[id]/route.ts";
import { POST as BOOK, PATCH as UPDATE_APPOINTMENT } from "#app/v1/appointments/route.ts";
import { POST as FILE } from "#app/v1/documents/route.ts";
import { POST as SEND } from "#app/v1/messages/route.ts";
import { POST as ORDER } from "#app/v1/orders/route.ts";
import { POST as NOTE } from "#app/v1/patient-notes/route.ts";
import { PATCH as CHANGE_INSURANCE } from "#app/v1/patients/[mrn]/insurances/[id]/route.ts";
import { GET as INSURANCES, POST as INSURE } from "#app/v1/patients/[mrn]/insurances/route.ts";
import { PATCH as REACH } from "#app/v1/patients/[mrn]/route.ts";
import { POST as ADMIT } from "#app/v1/patients/route.ts";
import { PATCH as UPDATE_REFERRAL } from "#app/v1/referrals/[id]/route.ts";
import { POST as REFER } from "#app/v1/referrals/route.ts";
import { POST as ASSIGN } from "#app/v1/tasks/route.ts";
import { JOB_SYSTEM } from "#lib/emr/fhir/job-key";
import { runJob } from "#lib/jobs/lifecycle/attempt";
import { call } from "#lib/testing/call";
import {
  assertReportedOnce,
  type CutOperation,
  type CutPlace,
  type Ended,
  fixedNumbers,
  runCutJobs,
} from "#lib/testing/cut-jobs";
import type { FaultyFront, RequestEnd } from "#lib/testing/faulty-front";
import type { TestFhirServer } from "./server.ts";

const CREATED = [
  "Appointment",
  "Communication",
  "Coverage",
  "DocumentReference",
  "Patient",
  "ServiceRequest",
  "Task",
] as const;

/** A creation; or a change, with the record that it changes. */
interface Operation extends CutOperation {
  changes?: { type: "ServiceRequest" | "Appointment" | "Coverage" | "Patient"; id: string };
  /** True if it cancels its record: one that is cancelled already is left as it is. */
  cancels?: true;
  /** True if the mark of the change stands in the record. */
  isMarked?: true;
}

/** Counts of a trial; `cut` are the writes that the server did and whose answer was lost, an error, or a refusal. */
export interface FhirCutCounts {
  cut: number;
  accepted: number;
  completed: number;
  failed: number;
  /** Jobs under To reconcile at the end. */
  listed: number;
}

/** A clinic whose FHIR server stands behind a proxy. */
interface Place extends CutPlace {
  server: TestFhirServer;
  front: FaultyFront;
}

const VISIT_STATUSES = ["arrived", "checked-in", "fulfilled", "booked"];

const DAY_MS = 86_400_000;
const VISIT_MS = 1_200_000;
/** Visits of one day, and the days after today on which they begin: nothing else is there. */
const OF_A_DAY = 20;
const FROM_DAY = 40;

/** Returns the beginning of a visit of its own: each number has another one. */
function timeOf(number: number): string {
  const day = Math.floor(Date.now() / DAY_MS) + FROM_DAY + Math.floor(number / OF_A_DAY);
  return new Date(day * DAY_MS + 14 * 3 * VISIT_MS + (number % OF_A_DAY) * VISIT_MS).toISOString();
}

/** Times of bookings that are open in the EMR: every other one. */
const OPEN_TIMES = 400;

/** Opens times of a provider in the EMR, which the bookings take. */
const openTimesOf = (practitioner: string): FhirResource[] => [
  { resourceType: "Schedule", id: "cut-schedule", actor: [{ reference: `Practitioner/${practitioner}` }] },
  ...Array.from({ length: OPEN_TIMES }, (_, place): Slot => {
    const start = timeOf(place * 2);
    return {
      resourceType: "Slot",
      id: `cut-slot-${place}`,
      schedule: { reference: "Schedule/cut-schedule" },
      status: "free",
      start,
      end: new Date(Date.parse(start) + VISIT_MS).toISOString(),
    };
  }),
];

/** Returns the operations on visits: bookings at times of their own, and moves and cancellations of two visits. */
function visitOperations(
  { moved, cancelled }: Record<"moved" | "cancelled", { id: string; ehr_id: string }>,
  visit: Record<"patient_mrn" | "provider_ehr_id" | "location_id", string>,
): Operation[] {
  let [bookings, moves] = [0, OPEN_TIMES * 2];
  return [
    {
      handler: BOOK,
      path: "/appointments",
      body: (reason) => ({
        ...visit,
        appointment_type: "Routine appointment",
        datetime: timeOf(bookings++),
        duration: VISIT_MS / 60_000,
        reason,
      }),
    },
    {
      handler: MOVE,
      method: "PATCH",
      path: `/appointments/${moved.id}`,
      params: { id: moved.id },
      body: (note) => ({ datetime: timeOf(moves++), note }),
      changes: { type: "Appointment", id: moved.ehr_id },
      isMarked: true,
    },
    {
      handler: CANCEL,
      path: `/appointments/${cancelled.id}/cancel`,
      params: { id: cancelled.id },
      body: (reason) => ({ reason }),
      changes: { type: "Appointment", id: cancelled.ehr_id },
      cancels: true,
    },
  ];
}

/** Returns the operations on patients: new ones, each born on another day, the contact data of one, and files of theirs. */
function patientOperations({ mrn, ehr_id }: { mrn: string; ehr_id: string }): Operation[] {
  let patients = 0;
  return [
    {
      handler: ADMIT,
      path: "/patients",
      body: (last_name) => ({
        first_name: "Ada",
        last_name,
        dob: new Date(-patients++ * DAY_MS).toISOString().slice(0, 10),
        gender: "female",
        email: "ada@example.com",
      }),
    },
    {
      handler: REACH,
      method: "PATCH",
      path: `/patients/${mrn}`,
      params: { mrn },
      body: (street) => ({ address: { street } }),
      changes: { type: "Patient", id: ehr_id },
      isMarked: true,
    },
    {
      handler: FILE,
      path: "/documents",
      body: (description) => ({
        patient_mrn: mrn,
        file_name: "letter.txt",
        description,
        content_base64: Buffer.from("Dear colleague,").toString("base64"),
      }),
    },
  ];
}

/** Insurances that a patient can have. */
const PRIORITIES = 3;

/** Adds an insurance of a patient to the EMR, before any answer is cut. Returns its ids here and there. */
async function addedInsurance({ clinic }: Place, mrn: string): Promise<{ id: string; ehr_id: string }> {
  const at = { headers: clinic.headers, params: { mrn } };
  const policy = { payer_name: "Aetna", member_id: "M-1", priority: 1 };
  const { body } = await call(INSURE, "POST", `/patients/${mrn}/insurances`, { ...at, body: policy });
  await runJob({ jobId: body.job_id, ...clinic.tenant }, new AbortController().signal);
  const listed = await call(INSURANCES, "GET", `/patients/${mrn}/insurances`, at);
  const [{ id, emr_insurance_id }] = listed.body.insurances;
  assert.ok(emr_insurance_id, "the insurance that is changed is in the EMR");
  return { id, ehr_id: emr_insurance_id };
}

/** Returns the operations on insurances: new ones of patients without any, three of each at most, and changes of one. */
async function insuranceOperations(
  place: Place,
  patients: readonly { mrn: string; ehr_id: string }[],
): Promise<Operation[]> {
  const covered = await place.server.held<Coverage>("Coverage");
  const isCovered = (id: string) => covered.some(({ beneficiary }) => beneficiary.reference === `Patient/${id}`);
  const [changed, ...others] = patients.filter(({ ehr_id }) => !isCovered(ehr_id));
  assert.ok(changed && others.length > 0);
  const { id, ehr_id } = await addedInsurance(place, changed.mrn);
  let added = 0;
  return [
    {
      handler: INSURE,
      path: "/patients/{mrn}/insurances",
      address() {
        const mrn = others[Math.floor(added / PRIORITIES)]?.mrn;
        assert.ok(mrn, "there are patients enough");
        return { path: `/patients/${mrn}/insurances`, params: { mrn } };
      },
      body: (payer_name) => ({ payer_name, member_id: `M-${added}`, priority: (added++ % PRIORITIES) + 1 }),
    },
    {
      handler: CHANGE_INSURANCE,
      method: "PATCH",
      path: `/patients/${changed.mrn}/insurances/${id}`,
      params: { mrn: changed.mrn, id },
      body: (group_number) => ({ group_number }),
      changes: { type: "Coverage", id: ehr_id },
      isMarked: true,
    },
  ];
}

/** Returns the operations on the first patient, provider, referrals and appointment of the clinic. */
async function operationsOn(place: Place): Promise<Operation[]> {
  const { server, clinic, query } = place;
  const rows = <Row extends Record<string, unknown>>(text: string) => query<Row>(text, [clinic.tenant.linkedAccountId]);
  const patients = await rows<{ mrn: string; ehr_id: string }>(
    "SELECT mrn, ehr_id FROM patient WHERE linked_account_id = $1 AND merged_into IS NULL ORDER BY mrn",
  );
  const [patient] = patients;
  const [provider] = await rows<{ id: string }>(
    "SELECT ehr_id AS id FROM provider WHERE linked_account_id = $1 AND status = 'active' ORDER BY ehr_id",
  );
  const [location] = await rows<{ id: string }>("SELECT emr_id AS id FROM location WHERE linked_account_id = $1");
  const visits = await rows<{ id: string; ehr_id: string }>(
    `SELECT replace(id::text, '-', '') AS id, emr_appointment_id AS ehr_id FROM appointment
     WHERE linked_account_id = $1 AND category = 'appointment' AND status NOT IN ('cancelled', 'noshow')
     ORDER BY emr_appointment_id LIMIT 3`,
  );
  const referrals = await rows<{ id: string; ehr_id: string }>(
    "SELECT replace(id::text, '-', '') AS id, ehr_id FROM referral WHERE linked_account_id = $1 ORDER BY ehr_id LIMIT 3",
  );
  const [appointment, moved, cancelled] = visits;
  assert.ok(patient && provider && location && appointment && moved && cancelled);
  await server.load(openTimesOf(provider.id));
  const patient_mrn = patient.mrn;
  let status = 0;
  return [
    {
      handler: SEND,
      path: "/messages",
      body: (subject) => ({ provider: provider.id, subject, message: "Before Friday, please." }),
    },
    { handler: NOTE, path: "/patient-notes", body: (subject) => ({ patient_mrn, subject, note: "Called back." }) },
    { handler: ASSIGN, path: "/tasks", body: (description) => ({ patient_mrn, description }) },
    {
      handler: ORDER,
      path: "/orders",
      body: (notes) => ({ patient_mrn, type: "lab", item_ids: ["GLUCOSE"], notes }),
    },
    { handler: REFER, path: "/referrals", body: (reason) => ({ patient_mrn, reason }) },
    ...referrals.map(
      ({ id, ehr_id }): Operation => ({
        handler: UPDATE_REFERRAL,
        method: "PATCH",
        path: `/referrals/${id}`,
        params: { id },
        body: (notes) => ({ notes }),
        changes: { type: "ServiceRequest", id: ehr_id },
        isMarked: true,
      }),
    ),
    {
      handler: UPDATE_APPOINTMENT,
      method: "PATCH",
      path: "/appointments",
      body: () => ({
        emr_appointment_id: appointment.ehr_id,
        status: VISIT_STATUSES[status++ % VISIT_STATUSES.length],
      }),
      changes: { type: "Appointment", id: appointment.ehr_id },
    },
    ...patientOperations(patient),
    ...(await insuranceOperations(place, patients)),
    ...visitOperations({ moved, cancelled }, { patient_mrn, provider_ehr_id: provider.id, location_id: location.id }),
  ];
}

/** Ends after the server's commit. */
const CUTS: readonly RequestEnd[] = ["cut", "failed", "refused"];

/** Lets most writes be cut after the server's commit, some be lost before, and some reads fail. Counts the cuts. */
function cutting(front: FaultyFront): { cut: number } {
  const counted = { cut: 0 };
  const next = fixedNumbers();
  front.endOf = (method) => {
    const dice = next();
    if (method === "GET") return dice < 0.1 ? "failed" : "answered";
    if (dice < 0.15) return "lost";
    if (dice < 0.3) return "answered";
    counted.cut++;
    return CUTS[Math.floor(next() * CUTS.length)] ?? "cut";
  };
  return counted;
}

const isMarked = (resource: FhirResource, mark: string): boolean => JSON.stringify(resource).includes(mark);

/** Checks that each creation is in the server once if it completed, not at all if it failed, and at most once if it is listed. */
async function assertCreatedOnce(ended: readonly Ended<Operation>[], server: TestFhirServer): Promise<void> {
  const held = (await Promise.all(CREATED.map((type) => server.held(type)))).flat();
  for (const { jobId, operation, mark, status, listed } of ended) {
    if (operation.changes) continue;
    const count = held.filter((resource) => isMarked(resource, mark)).length;
    if (listed) assert.ok(count <= 1, `job ${jobId} is listed and written ${count} times`);
    else assert.equal(count, status === "completed" ? 1 : 0, `records of job ${jobId}, which has ${status}`);
  }
}

/** Returns the key of a record's last change; undefined without one. */
const keyOfChange = (resource: FhirResource | undefined): string | undefined =>
  (resource as ServiceRequest | undefined)?.identifier?.find(
    ({ system, use }) => system === JOB_SYSTEM && use === "secondary",
  )?.value;

/** Checks that each changed record holds its last change. */
async function assertChanged(ended: readonly Ended<Operation>[], { server, query }: Place): Promise<void> {
  const records = Map.groupBy(
    ended.filter(({ operation }) => operation.changes && !operation.cancels),
    ({ operation }) => `${operation.changes?.type}/${operation.changes?.id}`,
  );
  for (const [address, changes] of records) {
    const last = changes.toSorted((a, b) => a.jobId - b.jobId).findLast(({ status }) => status === "completed");
    if (!last || changes.some(({ listed }) => listed)) continue;
    const [type, id] = address.split("/");
    const held = (await server.held(type as "ServiceRequest")).find((resource) => resource.id === id);
    const [job] = await query<{ key: string }>(
      "SELECT replace(emr_idempotency_key::text, '-', '') AS key FROM job WHERE id = $1",
      [last.jobId],
    );
    assert.equal(keyOfChange(held), job?.key, `the last change of ${address} is that of job ${last.jobId}`);
    if (last.operation.isMarked) assert.ok(held && isMarked(held, last.mark), `${address} lacks its last change`);
  }
}

/** Statuses of a time that nobody else can book. */
const TAKEN: readonly Slot["status"][] = ["busy", "busy-tentative"];

/** Checks that what was cancelled is, and that each time that is taken or reserved in the EMR has a visit. */
async function assertVisits(ended: readonly Ended<Operation>[], { server }: Place): Promise<void> {
  const visits = await server.held<Appointment>("Appointment");
  for (const { jobId, operation, status } of ended) {
    if (!operation.cancels || status !== "completed") continue;
    const held = visits.find(({ id }) => id === operation.changes?.id);
    assert.equal(held?.status, "cancelled", `the visit that job ${jobId} has cancelled`);
  }
  const taken = (await server.held<Slot>("Slot")).filter(
    ({ id, status }) => id?.startsWith("cut-") && TAKEN.includes(status),
  );
  for (const { id } of taken) {
    const having = visits.filter(({ slot }) => slot?.some(({ reference }) => reference === `Slot/${id}`));
    assert.equal(having.length, 1, `visits that have the time ${id}`);
  }
}

/**
 * Sends operations to the clinic of a FHIR server until at least `wanted` answers were cut after the server's commit.
 * Rejects if one was written twice or is missing. At the end the server answers again: each unknown end is settled, or
 * listed for a person.
 */
export async function cutWrites(place: Place, wanted: number): Promise<FhirCutCounts> {
  const { front, server, query } = place;
  const operations = await operationsOn(place);
  const usual = front.endOf;
  const counted = cutting(front);
  const ended = await runCutJobs(place, {
    operations,
    prefix: "cut",
    isEnough: () => counted.cut >= wanted,
    answerAgain() {
      front.endOf = usual;
    },
  });
  for (const each of ended) await assertReportedOnce(each, query);
  await assertCreatedOnce(ended, server);
  await assertChanged(ended, place);
  await assertVisits(ended, place);
  const count = (is: (each: Ended<Operation>) => boolean) => ended.filter(is).length;
  return {
    cut: counted.cut,
    accepted: ended.length,
    completed: count(({ status }) => status === "completed"),
    failed: count(({ status }) => status === "failed"),
    listed: count(({ listed }) => listed),
  };
}
