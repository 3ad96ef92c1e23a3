import { and, eq, sql } from "drizzle-orm";
import { patient } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { type RowCounts, replaceRows } from "#lib/definitions/replace-rows";
import type { EmrAppointment } from "#lib/emr/port/port";
import { newId } from "#lib/kernel/id";
import type { AccountTenant } from "#lib/kernel/principal";
import { provider } from "#lib/resources/providers/table";
import { appointment } from "./table.ts";

/**
 * Stores the schedule read from the EMR: of all active providers, or of one. Stored records of inactive providers stay
 * unchanged, because their schedule is not synced (interface 3.4).
 */
export async function storeAppointments(
  tx: Transaction,
  tenant: AccountTenant,
  { appointments, asOf }: { appointments: EmrAppointment[]; asOf: number },
  which: { providerEhrId?: string } = {},
): Promise<RowCounts> {
  const { linkedAccountId } = tenant;
  const ofProvider = which.providerEhrId ? eq(provider.ehrId, which.providerEhrId) : undefined;
  const [active, patients] = await Promise.all([
    tx
      .select({ ehrId: provider.ehrId })
      .from(provider)
      .where(and(eq(provider.linkedAccountId, linkedAccountId), eq(provider.status, "active"), ofProvider)),
    tx
      .select({ ehrId: patient.ehrId, mrn: patient.mrn })
      .from(patient)
      .where(eq(patient.linkedAccountId, linkedAccountId)),
  ]);
  const synced = new Set(active.map(({ ehrId }) => ehrId));
  const mrns = new Map(patients.map(({ ehrId, mrn }) => [ehrId, mrn]));
  const rows = appointments
    .filter(({ providerEhrId }) => synced.has(providerEhrId))
    .map(({ locationEmrId, createdAt, startsAt, patientEhrId, ...found }) => ({
      id: newId(),
      ...found,
      startsAt: new Date(startsAt),
      locationId: locationEmrId,
      patientEhrId,
      patientMrn: patientEhrId === null ? null : (mrns.get(patientEhrId) ?? null),
      emrCreatedAt: new Date(createdAt),
    }));
  return replaceRows(tx, tenant, appointment, rows, {
    key: "emrAppointmentId",
    ours: ["id"],
    asOf,
    within: sql`provider_ehr_id = ANY (${sql.param([...synced])}::text[])`,
  });
}
