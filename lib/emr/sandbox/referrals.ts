import type { PoolClient } from "pg";
import { EmrError, type EmrNewReferral, type EmrReferral, type EmrReferralChanges } from "#lib/emr/port/port";
import { insertRow, type Row } from "./insert.ts";
import { KIND_STATEMENTS } from "./kind-statements.ts";
import { listsOf, requireKnown, requireListed } from "./known.ts";
import { rowsOf } from "./query.ts";
import { changeOnce, writeOnce } from "./write-once.ts";

/** Returns one referral with its labels, or null. */
export async function readReferral(practiceId: string, ehrId: string): Promise<EmrReferral | null> {
  const found = await rowsOf<EmrReferral>(`${KIND_STATEMENTS.referrals.select} AND r.id = $2`, practiceId, ehrId);
  return found[0] ?? null;
}

const COLUMNS: Record<keyof EmrReferralChanges, string> = {
  priority: "priority",
  statusId: "status_id",
  reason: "reason",
  notes: "notes",
  priorAuthorizationCode: "prior_authorization_code",
  specialtyId: "specialty_id",
  locationEmrId: "location_id",
  startDate: "start_date",
  endDate: "end_date",
  visitsAllowed: "visits_allowed",
  assignedToId: "assigned_to_id",
};

/** Returns the given fields as columns. Throws a validation fault for unknown ids. */
async function columnsOf(client: PoolClient, practiceId: string, changes: EmrReferralChanges): Promise<Row> {
  const { referralStatuses, specialties } = await listsOf(client, practiceId);
  requireListed(referralStatuses, "referral status", changes.statusId);
  requireListed(specialties, "specialty", changes.specialtyId);
  await requireKnown(client, practiceId, { location: changes.locationEmrId, staff: changes.assignedToId });
  return Object.fromEntries(
    Object.entries(COLUMNS).flatMap(([field, column]) => {
      const value = changes[field as keyof EmrReferralChanges];
      return value === undefined ? [] : [[column, value]];
    }),
  );
}

/** Changes the given fields of a referral and leaves the others (interface 4.2). Throws EmrErrors. */
export function updateReferral(
  practiceId: string,
  ehrId: string,
  changes: EmrReferralChanges,
  idempotencyKey: string,
): Promise<void> {
  return changeOnce({ practiceId, kind: "referral_update", emrId: ehrId, idempotencyKey }, async (client) => {
    const columns = await columnsOf(client, practiceId, changes);
    const names = Object.keys(columns);
    const assignments = names.map((name, index) => `${name} = $${index + 3}, `).join("");
    const changed = await client.query(
      `UPDATE sandbox.referral SET ${assignments}updated_at = now() WHERE practice_id = $1 AND id = $2`,
      [practiceId, ehrId, ...names.map((name) => columns[name])],
    );
    if (!changed.rowCount)
      throw new EmrError("validation", "referral not found in the EMR", { code: "record_not_found" });
  });
}

/** Creates a referral with the first status of the practice's list and returns its id. Throws EmrErrors. */
export function createReferral(practiceId: string, referral: EmrNewReferral, idempotencyKey: string): Promise<string> {
  return writeOnce({ practiceId, kind: "referral", prefix: "REF-", idempotencyKey }, async (client, id) => {
    const { patientEhrId, referringProviderEhrId, direction } = referral;
    await requireKnown(client, practiceId, { patient: patientEhrId, referringProvider: referringProviderEhrId });
    const given = await columnsOf(client, practiceId, referral);
    const [first] = (await listsOf(client, practiceId)).referralStatuses;
    await insertRow(client, practiceId, "referral", {
      id,
      patient_id: patientEhrId,
      direction,
      referring_provider_id: referringProviderEhrId,
      status_id: first?.id,
      priority: "routine",
      ...given,
    });
  });
}
