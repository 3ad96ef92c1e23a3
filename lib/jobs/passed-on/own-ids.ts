import { and, eq } from "drizzle-orm";
import type { Transaction } from "#lib/db/tenant";
import type { OperationDefinition } from "#lib/definitions/operation";
import { EmrError } from "#lib/emr/port/port";
import { type StoredJob, tenantOf } from "#lib/job-record/stored-job";
import { todayIn } from "#lib/kernel/dates";
import { parseId } from "#lib/kernel/id";
import { bookedMrn } from "#lib/resources/appointments/book/booked-mrn";
import { emrIdOf } from "#lib/resources/appointments/known-visit";
import { appointment, booking } from "#lib/resources/appointments/table";
import { visitIds } from "#lib/resources/appointments/visit-ids";
import { recall } from "#lib/resources/recalls/table";
import { referral } from "#lib/resources/referrals/table";
import { referringProvider } from "#lib/resources/referring-providers/table";

// A record that was synced from another deployment of this interface keeps that deployment's id as its `ehr_id`. All
// other references of a request, such as MRNs, locations and providers, are the EMR's own on both sides.

/** Records that a path names by `{id}`, by the kind of record that the operation changes. */
const IN_PATHS = { referral, recall } as const;

/** Records that a field names by our id, by the control of the field. */
const IN_FIELDS: Readonly<Record<string, { table: typeof referral | typeof referringProvider; what: string }>> = {
  referral: { table: referral, what: "referral" },
  "referring-provider": { table: referringProvider, what: "referring provider" },
};

const gone = (what: string) =>
  new EmrError("validation", `The ${what} is no longer among the synced ${what}s`, { code: "record_not_found" });

async function ehrIdOf(
  tx: Transaction,
  table: typeof referral | typeof recall | typeof referringProvider,
  { linkedAccountId }: StoredJob,
  id: string | null,
): Promise<string | null> {
  if (id === null) return null;
  const [found] = await tx
    .select({ ehrId: table.ehrId })
    .from(table)
    .where(and(eq(table.linkedAccountId, linkedAccountId), eq(table.id, id)));
  return found?.ehrId ?? null;
}

/** Returns the path of an operation with the EMR's own id of the record that it names. Throws a validation fault. */
async function pathOf(
  tx: Transaction,
  job: StoredJob,
  { path, changes, alsoAt }: OperationDefinition,
): Promise<string> {
  if (changes?.kind === "visit") {
    const emrId = encodeURIComponent(await emrIdOf(tx, job.linkedAccountId, visitIds.parse(job.identifiers)));
    // Where the interface has no path of the EMR's id, the connector puts in the id that the remote gave to the visit.
    return alsoAt?.path.replace("{emr_appointment_id}", emrId) ?? path;
  }
  // An MRN is the EMR's own.
  if (changes?.kind === "patient") return path.replace("{mrn}", encodeURIComponent(job.identifiers.patient_mrn ?? ""));
  if (!path.includes("{id}")) return path;
  const kind = changes?.kind;
  if (kind !== "referral" && kind !== "recall") throw new Error(`${path} names a record of an unknown kind`);
  const ehrId = await ehrIdOf(tx, IN_PATHS[kind], job, job.identifiers[`${kind}_id`] ?? null);
  if (ehrId === null) throw gone(kind);
  return path.replace("{id}", encodeURIComponent(ehrId));
}

/**
 * Returns the request of a booking as its EMR reads it: the patient by the MRN, and the provider, place and time that its acceptance has
 * judged, since the ids of patients and open times are ours. Returns other requests as they are.
 */
async function bookedBody(
  tx: Transaction,
  job: StoredJob,
  body: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const { linkedAccountId, patientMrn, providerEhrId, locationId, startsAt, duration } = booking;
  const accepting = { linkedAccountId, patientMrn, providerEhrId, locationId, startsAt, duration };
  const [accepted] = await tx.select(accepting).from(booking).where(eq(booking.jobId, job.id));
  if (!accepted) return body;
  const { patient_id: _patient, slot_id: _slot, ...others } = body;
  return {
    ...others,
    patient_mrn: await bookedMrn(tx, accepted, body),
    provider_ehr_id: accepted.providerEhrId,
    location_id: accepted.locationId,
    datetime: accepted.startsAt.toISOString(),
    duration: accepted.duration,
  };
}

/** Returns the request of a job as its EMR reads it: our ids are replaced by the EMR's own. Throws a validation fault. */
export async function requestWithOwnIds(
  tx: Transaction,
  job: StoredJob,
  definition: OperationDefinition,
): Promise<{ path: string; body: Record<string, unknown>; tenant: ReturnType<typeof tenantOf> }> {
  const path = await pathOf(tx, job, definition);
  const body = { ...(definition.schedules ? await bookedBody(tx, job, job.request) : job.request) };
  for (const [name, { widget }] of Object.entries(definition.form)) {
    const given = body[name];
    const named = IN_FIELDS[widget];
    if (named === undefined || typeof given !== "string") continue;
    const own = await ehrIdOf(tx, named.table, job, parseId(given));
    if (own === null) throw gone(named.what);
    body[name] = own;
  }
  const visitId = typeof body.appointment_id === "string" ? parseId(body.appointment_id) : null;
  if (visitId !== null) {
    const [found] = await tx
      .select({ emrAppointmentId: appointment.emrAppointmentId })
      .from(appointment)
      .where(and(eq(appointment.linkedAccountId, job.linkedAccountId), eq(appointment.id, visitId)));
    if (!found) throw gone("visit");
    const { appointment_id: _ours, ...others } = body;
    return { path, body: { ...others, emr_appointment_id: found.emrAppointmentId }, tenant: tenantOf(job) };
  }
  return { path, body, tenant: tenantOf(job) };
}

/** Returns the EMR's id of the visit of a job whose path names it by an id of the remote's own; null for other jobs. */
export const visitInPath = async (tx: Transaction, job: StoredJob, { changes, alsoAt }: OperationDefinition) =>
  changes?.kind === "visit" && !alsoAt ? emrIdOf(tx, job.linkedAccountId, visitIds.parse(job.identifiers)) : null;

/** Returns the day on which the visit starts that an operation changes, by the account's clock; null for other operations. */
export async function dayOfVisit(
  tx: Transaction,
  { linkedAccountId, request }: StoredJob,
  { changes }: OperationDefinition,
  timeZone: string,
): Promise<string | null> {
  const emrId = request.emr_appointment_id;
  if (changes?.kind !== "appointment" || typeof emrId !== "string") return null;
  const [found] = await tx
    .select({ startsAt: appointment.startsAt })
    .from(appointment)
    .where(and(eq(appointment.linkedAccountId, linkedAccountId), eq(appointment.emrAppointmentId, emrId)));
  return found ? todayIn(timeZone, found.startsAt) : null;
}
