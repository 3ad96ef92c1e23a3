import assert from "node:assert/strict";
import type { FhirResource, ServiceRequest } from "fhir/r4";
import { PATCH as UPDATE_APPOINTMENT } from "#app/v1/appointments/route.ts";
import { POST as SEND } from "#app/v1/messages/route.ts";
import { POST as ORDER } from "#app/v1/orders/route.ts";
import { POST as NOTE } from "#app/v1/patient-notes/route.ts";
import { PATCH as UPDATE_REFERRAL } from "#app/v1/referrals/[id]/route.ts";
import { POST as REFER } from "#app/v1/referrals/route.ts";
import { POST as ASSIGN } from "#app/v1/tasks/route.ts";
import { JOB_SYSTEM } from "#lib/emr/fhir/job-key";
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

const CREATED = ["Communication", "DocumentReference", "ServiceRequest", "Task"] as const;

/** A creation; or a change, with the record that it changes. */
interface Operation extends CutOperation {
  changes?: { type: "ServiceRequest" | "Appointment"; id: string };
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

/** Returns the operations on the first patient, provider, referrals and appointment of the clinic. */
async function operationsOn({ server, clinic, query }: Place): Promise<Operation[]> {
  const rows = <Row extends Record<string, unknown>>(text: string) => query<Row>(text, [clinic.tenant.linkedAccountId]);
  const [patient] = await rows<{ mrn: string }>("SELECT mrn FROM patient WHERE linked_account_id = $1 ORDER BY mrn");
  const [provider] = await rows<{ id: string }>(
    "SELECT ehr_id AS id FROM provider WHERE linked_account_id = $1 ORDER BY ehr_id",
  );
  const referrals = await rows<{ id: string; ehr_id: string }>(
    "SELECT replace(id::text, '-', '') AS id, ehr_id FROM referral WHERE linked_account_id = $1 ORDER BY ehr_id LIMIT 3",
  );
  const [appointment] = await server.held("Appointment");
  assert.ok(patient && provider && appointment?.id);
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
      }),
    ),
    {
      handler: UPDATE_APPOINTMENT,
      method: "PATCH",
      path: "/appointments",
      body: () => ({
        emr_appointment_id: appointment.id,
        status: VISIT_STATUSES[status++ % VISIT_STATUSES.length],
      }),
      changes: { type: "Appointment", id: appointment.id },
    },
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
    ended.filter(({ operation }) => operation.changes),
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
    if (type === "ServiceRequest") assert.ok(held && isMarked(held, last.mark), `${address} lacks its last change`);
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
  const count = (is: (each: Ended<Operation>) => boolean) => ended.filter(is).length;
  return {
    cut: counted.cut,
    accepted: ended.length,
    completed: count(({ status }) => status === "completed"),
    failed: count(({ status }) => status === "failed"),
    listed: count(({ listed }) => listed),
  };
}
