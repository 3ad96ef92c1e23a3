import { and, eq, lte, sql } from "drizzle-orm";
import { nextAsOf } from "#lib/db/as-of";
import { changeRecords } from "#lib/db/record-versions";
import { linkedAccount } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import type { SettledLate } from "#lib/definitions/runner";
import type { EmrAppointment } from "#lib/emr/port/port";
import { present } from "#lib/kernel/clock";
import type { AccountTenant } from "#lib/kernel/principal";
import { momentAt } from "./moment-at.ts";
import { appointment, booking } from "./table.ts";
import type { VisitIds } from "./visit-ids.ts";

/** What is kept here of a visit after a change of ours. */
export type KeptVisit = Pick<
  EmrAppointment,
  | "emrAppointmentId"
  | "status"
  | "startsAt"
  | "duration"
  | "providerEhrId"
  | "secondaryProviderEhrId"
  | "locationEmrId"
  | "appointmentType"
  | "reason"
  | "note"
>;

/** Returns a visit as it was read last; null for one that was booked here and has not been read since. */
export async function visitAsRead(
  tx: Transaction,
  linkedAccountId: string,
  emrAppointmentId: string,
): Promise<KeptVisit | null> {
  const [found] = await tx
    .select()
    .from(appointment)
    .where(and(eq(appointment.linkedAccountId, linkedAccountId), eq(appointment.emrAppointmentId, emrAppointmentId)));
  if (!found) return null;
  const { startsAt, locationId, ...kept } = found;
  return { ...kept, startsAt: startsAt.toISOString(), locationEmrId: locationId };
}

/** Lets the stored visit be as the EMR shows it after a change of ours, unless a later change is stored. */
export async function keptVisit(
  tx: Transaction,
  { organizationId, linkedAccountId }: AccountTenant,
  { emrAppointmentId, status, startsAt, locationEmrId, ...kept }: KeptVisit,
  settledLate: SettledLate | undefined,
): Promise<void> {
  const { duration, providerEhrId, secondaryProviderEhrId, appointmentType, reason, note } = kept;
  const change = tx
    .update(appointment)
    .set({
      status,
      startsAt: new Date(startsAt),
      duration,
      providerEhrId,
      secondaryProviderEhrId,
      locationId: locationEmrId,
      appointmentType,
      reason,
      note,
      asOf: nextAsOf,
      statusSince: sql`CASE WHEN ${appointment.status} IS DISTINCT FROM ${status} THEN ${present().toISOString()}::timestamptz ELSE ${appointment.statusSince} END`,
    })
    .where(
      and(
        eq(appointment.linkedAccountId, linkedAccountId),
        eq(appointment.emrAppointmentId, emrAppointmentId),
        settledLate && lte(appointment.asOf, settledLate.asOf),
      ),
    )
    .returning({ id: appointment.id });
  await changeRecords(tx, { organizationId, linkedAccountId }, appointment, change);
}

/** Returns the IANA name of the account's time zone. */
export async function zoneOfAccount(tx: Transaction, linkedAccountId: string): Promise<string> {
  const [account] = await tx
    .select({ timezone: linkedAccount.timezone })
    .from(linkedAccount)
    .where(eq(linkedAccount.id, linkedAccountId));
  return account?.timezone ?? "UTC";
}

interface VisitData {
  datetime: string;
  provider_ehr_id: string;
  location_id: string;
}

/** Returns when and where a visit is: as the EMR shows it, or else as it is stored here, or was accepted. */
export async function visitData(
  tx: Transaction,
  linkedAccountId: string,
  ids: VisitIds,
  kept: KeptVisit | null,
): Promise<VisitData> {
  const zone = await zoneOfAccount(tx, linkedAccountId);
  if (kept) {
    const { startsAt, providerEhrId, locationEmrId } = kept;
    return { datetime: momentAt(new Date(startsAt), zone), provider_ehr_id: providerEhrId, location_id: locationEmrId };
  }
  const ofTable = async (table: typeof appointment | typeof booking) => {
    const [found] = await tx
      .select({ startsAt: table.startsAt, providerEhrId: table.providerEhrId, locationId: table.locationId })
      .from(table)
      .where(and(eq(table.linkedAccountId, linkedAccountId), eq(table.id, ids.appointment_id)));
    return found;
  };
  const stored = (await ofTable(appointment)) ?? (await ofTable(booking));
  return {
    datetime: stored ? momentAt(stored.startsAt, zone) : "",
    provider_ehr_id: stored?.providerEhrId ?? "",
    location_id: stored?.locationId ?? "",
  };
}
