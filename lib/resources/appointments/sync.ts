import { and, eq, sql } from "drizzle-orm";
import { ownOrganization } from "#lib/db/own-organization";
import { changeRecords } from "#lib/db/record-versions";
import { patient } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { type RowCounts, replaceRows, upsertCounted } from "#lib/definitions/replace-rows";
import type { EmrAppointment, EmrSchedule, FaultyRecord } from "#lib/emr/port/port";
import { present } from "#lib/kernel/clock";
import { newId } from "#lib/kernel/id";
import type { AccountTenant } from "#lib/kernel/principal";
import { provider } from "#lib/resources/providers/table";
import { noteJobRead } from "#lib/resources/synced/set-aside";
import type { SyncedKind } from "#lib/resources/synced/synced-kind";
import { appointment } from "./table.ts";

const HOW = {
  key: "emrAppointmentId",
  ours: ["id"],
  since: { column: "statusSince", of: "status" },
} satisfies Parameters<typeof upsertCounted<typeof appointment>>[4];

/** Returns the rows of the appointments of active providers: the schedule of others is not synced (interface 3.4). */
async function rowsOf(tx: Transaction, { linkedAccountId }: AccountTenant, appointments: EmrAppointment[]) {
  const providerIds = [...new Set(appointments.map(({ providerEhrId }) => providerEhrId))];
  const patientIds = [...new Set(appointments.flatMap(({ patientEhrId: id }) => (id === null ? [] : [id])))];
  const [active, patients] = await Promise.all([
    tx
      .select({ ehrId: provider.ehrId })
      .from(provider)
      .where(
        and(
          eq(provider.linkedAccountId, linkedAccountId),
          eq(provider.status, "active"),
          sql`${provider.ehrId} = ANY (${sql.param(providerIds)}::text[])`,
        ),
      ),
    tx
      .select({ ehrId: patient.ehrId, mrn: patient.mrn })
      .from(patient)
      .where(
        and(
          eq(patient.linkedAccountId, linkedAccountId),
          sql`${patient.ehrId} = ANY (${sql.param(patientIds)}::text[])`,
        ),
      ),
  ]);
  const synced = new Set(active.map(({ ehrId }) => ehrId));
  const mrns = new Map(patients.map(({ ehrId, mrn }) => [ehrId, mrn]));
  const statusSince = present();
  return appointments
    .filter(({ providerEhrId }) => synced.has(providerEhrId))
    .map(({ locationEmrId, createdAt, startsAt, patientEhrId, ...found }) => ({
      id: newId(),
      ...found,
      statusSince,
      startsAt: new Date(startsAt),
      locationId: locationEmrId,
      patientEhrId,
      patientMrn: patientEhrId === null ? null : (mrns.get(patientEhrId) ?? null),
      emrCreatedAt: new Date(createdAt),
    }));
}

/** Lets visits that cannot be read any more have the status and the time that still can. */
async function followVisits(
  tx: Transaction,
  tenant: AccountTenant,
  { faulty, asOf }: { faulty: FaultyRecord[]; asOf: number },
): Promise<void> {
  const known = faulty.map(({ ehrId, known: { status = null, startsAt } = {} }) => ({
    id: ehrId,
    status,
    starts_at: startsAt === undefined ? null : new Date(startsAt),
  }));
  await changeRecords(
    tx,
    tenant,
    appointment,
    sql`UPDATE appointment AS stored SET as_of = ${asOf},
          status = coalesce(known.status, stored.status),
          status_since = CASE WHEN known.status IS DISTINCT FROM stored.status AND known.status IS NOT NULL
            THEN ${present().toISOString()}::timestamptz ELSE stored.status_since END,
          starts_at = coalesce(known.starts_at, stored.starts_at)
        FROM jsonb_to_recordset(${JSON.stringify(known)}::jsonb) AS known (id text, status text, starts_at timestamptz)
        WHERE stored.organization_id = ${ownOrganization} AND stored.linked_account_id = ${tenant.linkedAccountId}
          AND stored.emr_appointment_id = known.id
          AND stored.category = 'appointment' AND stored.as_of <= ${asOf}
          AND (coalesce(known.status, stored.status), coalesce(known.starts_at, stored.starts_at))
            IS DISTINCT FROM (stored.status, stored.starts_at)
        RETURNING stored.id`,
  );
}

/**
 * How the schedule is stored. Stored records of inactive providers stay unchanged, because their schedule is not synced
 * (interface 3.4).
 */
export const syncedAppointments: SyncedKind<"appointments"> = {
  kind: "appointments",
  rows: {
    table: appointment,
    key: appointment.emrAppointmentId,
    removable: sql`EXISTS (SELECT FROM provider AS seen_by WHERE seen_by.organization_id = ${ownOrganization}
      AND seen_by.linked_account_id = stored.linked_account_id AND seen_by.ehr_id = stored.provider_ehr_id
      AND seen_by.status = 'active')`,
    parts: sql`category = 'appointment'`,
    covered: appointment,
  },
  idOf: ({ emrAppointmentId }) => emrAppointmentId,
  store: async (tx, tenant, { records, asOf }) =>
    upsertCounted(tx, tenant, appointment, await rowsOf(tx, tenant, records), { ...HOW, asOf }),
  knownOf: ({ status, startsAt }) => ({ startsAt, ...(status === null ? {} : { status }) }),
  follow: followVisits,
};

/**
 * Replaces the stored schedule of one provider by that of the EMR, as far as it was read, unless the provider is inactive. Of a
 * partial one nothing is removed.
 */
export async function replaceSchedule(
  tx: Transaction,
  tenant: AccountTenant,
  read: EmrSchedule & { providerEhrId: string; asOf: number; since: Date },
): Promise<RowCounts> {
  const { providerEhrId, appointments, within, partial, faulty = [], asOf, since } = read;
  const rows = await rowsOf(tx, tenant, appointments);
  const ofProvider = rows.filter((row) => row.providerEhrId === providerEhrId);
  const how = { ...HOW, asOf };
  const counts = partial
    ? await upsertCounted(tx, tenant, appointment, ofProvider, how)
    : await replaceRows(tx, tenant, appointment, ofProvider, {
        ...how,
        within: sql`provider_ehr_id IN (SELECT ehr_id FROM provider WHERE organization_id = ${ownOrganization}
          AND linked_account_id = ${tenant.linkedAccountId}
          AND ehr_id = ${providerEhrId} AND status = 'active')
          AND ${within ? sql`starts_at BETWEEN ${within.from} AND ${within.to}` : sql`true`}`,
      });
  const ehrIds = ofProvider.map(({ emrAppointmentId }) => emrAppointmentId);
  await noteJobRead(tx, tenant, syncedAppointments, { ehrIds, faulty, asOf, since });
  return counts;
}

/** A part of some providers' schedules as it was read. */
export interface ReadTimes {
  providerEhrIds: string[];
  /** All records of these providers that share a part of the time. */
  records: EmrAppointment[];
  from: Date;
  to: Date;
  /** The sequence number of the EMR reading: 0 overwrites nothing. */
  asOf: number;
  /** Time before the EMR reading. */
  since: Date;
}

/** Stores what was read of a time. Open slots that are not in it are gone; what else is missing stays for the next sync. */
export async function storeTimes(
  tx: Transaction,
  tenant: AccountTenant,
  { providerEhrIds, records, from, to, asOf, since }: ReadTimes,
): Promise<void> {
  const rows = await rowsOf(tx, tenant, records);
  await replaceRows(tx, tenant, appointment, rows, {
    ...HOW,
    asOf,
    within: sql`category = 'schedule_slot' AND provider_ehr_id = ANY (${sql.param(providerEhrIds)}::text[])
      AND starts_at < ${to.toISOString()}::timestamptz AND starts_at > ${from.toISOString()}::timestamptz - interval '1 day'
      AND ${from.toISOString()}::timestamptz - starts_at < duration * interval '1 minute'`,
  });
  const ehrIds = rows.map(({ emrAppointmentId }) => emrAppointmentId);
  await noteJobRead(tx, tenant, syncedAppointments, { ehrIds, faulty: [], asOf, since });
}
