import { and, asc, eq, gte, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { ownOrganization } from "#lib/db/own-organization";
import { linkedAccount, patient, syncKind } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { localTime, throughDay, withOffset, zoneOf } from "#lib/definitions/account-time";
import { momentText } from "#lib/definitions/moment-text";
import { patientNameOf } from "#lib/definitions/patient-name";
import type { SyncKind } from "#lib/emr/port/sync";
import { notFound } from "#lib/kernel/domain-error";
import { lastsInto } from "#lib/resources/appointments/ongoing";
import { appointment } from "#lib/resources/appointments/table";
import { location } from "#lib/resources/locations/table";
import { patientOf } from "#lib/resources/patients/patient-of";
import { provider } from "#lib/resources/providers/table";
import { recall } from "#lib/resources/recalls/table";
import { ENDED_STATUS } from "#lib/resources/referrals/open";
import { referral } from "#lib/resources/referrals/table";
import { referringProvider } from "#lib/resources/referring-providers/table";
import { visitStatus } from "#lib/resources/visit-statuses/table";
import type { DowntimeSheet } from "./model.ts";

/** Limit of each list: a sheet is for paper. */
const MAX_ROWS = 5_000;

const KINDS = ["appointments", "patients", "referrals", "recalls"] as const satisfies readonly SyncKind[];

/** Nothing of these is synchronized: the sheet says so, because an absent list reads like an empty one. */
const NOT_HELD = ["allergies", "medication lists", "problem lists", "results", "immunizations", "visit notes"];

/** Selects the phone numbers of all patients who carry the record's MRN. */
const phoneOf = (table: { linkedAccountId: PgColumn; patientMrn: PgColumn }): SQL<string | null> =>
  sql`(${sql`SELECT string_agg(${patient.phone}, ' or ' ORDER BY ${patient.ehrId})
    FROM ${patient}
    WHERE ${patient.organizationId} = ${ownOrganization} AND ${patient.linkedAccountId} = ${table.linkedAccountId}
      AND ${patient.mrn} = ${table.patientMrn}
      AND ${patient.mergedInto} IS NULL AND ${patient.phone} <> ''`})`;

const fullName = (first: string | null, last: string | null) => [first, last].filter(Boolean).join(" ");

const appointmentsOf = (tx: Transaction, account: string, day: string) =>
  tx
    .select({
      startsAt: momentText(appointment.startsAt),
      local: localTime(appointment.startsAt, zoneOf(account)),
      duration: appointment.duration,
      mrn: appointment.patientMrn,
      patient: { first: patient.firstName, last: patient.lastName, phone: patient.phone, dob: patient.dob },
      provider: { first: provider.firstName, last: provider.lastName },
      locationId: appointment.locationId,
      location: location.name,
      type: appointment.appointmentType,
      code: appointment.status,
      status: visitStatus.description,
      reason: appointment.reason,
    })
    .from(appointment)
    .leftJoinLateral(patientOf(tx, account, appointment.patientEhrId), sql`true`)
    .leftJoin(provider, and(eq(provider.linkedAccountId, account), eq(provider.ehrId, appointment.providerEhrId)))
    .leftJoin(location, and(eq(location.linkedAccountId, account), eq(location.emrId, appointment.locationId)))
    .leftJoin(visitStatus, and(eq(visitStatus.linkedAccountId, account), eq(visitStatus.code, appointment.status)))
    .where(
      and(
        eq(appointment.linkedAccountId, account),
        eq(appointment.category, "appointment"),
        lastsInto(account, day),
        throughDay(appointment.startsAt, day, zoneOf(account)),
      ),
    )
    .orderBy(asc(appointment.startsAt), asc(appointment.id))
    .limit(MAX_ROWS + 1);

/** Selects the referrals that are open on the day (see isOpenReferral), as the patient's page shows them. */
const referralsOf = (tx: Transaction, account: string, day: string) =>
  tx
    .select({
      row: referral,
      name: patientNameOf(referral),
      phone: phoneOf(referral),
      day: sql<string>`to_char(${referral.createdAt} AT TIME ZONE ${zoneOf(account)}, 'YYYY-MM-DD')`,
      by: {
        first: referringProvider.firstName,
        last: referringProvider.lastName,
        phone: referringProvider.phone,
      },
    })
    .from(referral)
    .leftJoin(
      referringProvider,
      and(eq(referringProvider.linkedAccountId, account), eq(referringProvider.id, referral.referringProviderId)),
    )
    .where(
      and(
        eq(referral.linkedAccountId, account),
        sql`coalesce(${referral.status}, '') !~* ${ENDED_STATUS}`,
        or(isNull(referral.endDate), gte(referral.endDate, day)),
      ),
    )
    .orderBy(asc(referral.createdAt), asc(referral.id))
    .limit(MAX_ROWS + 1);

const recallsOf = (tx: Transaction, account: string) =>
  tx
    .select({ row: recall, name: patientNameOf(recall), phone: phoneOf(recall) })
    .from(recall)
    .where(and(eq(recall.linkedAccountId, account), eq(recall.status, "open")))
    .orderBy(asc(recall.dueDate), asc(recall.id))
    .limit(MAX_ROWS + 1);

/**
 * Returns the sheet of a day (YYYY-MM-DD in the account's time zone) from the last sync, without a call of the EMR.
 * Throws `not_found` for an account of another organization.
 */
export async function composeSheet(tx: Transaction, account: string, day: string, now: Date): Promise<DowntimeSheet> {
  const [clinic] = await tx
    .select({ name: linkedAccount.name, timezone: linkedAccount.timezone })
    .from(linkedAccount)
    .where(eq(linkedAccount.id, account));
  if (!clinic) throw notFound("Linked account");
  const states = await tx
    .select({ kind: syncKind.kind, syncedAt: syncKind.syncedAt })
    .from(syncKind)
    .where(and(eq(syncKind.linkedAccountId, account), inArray(syncKind.kind, [...KINDS])));
  const appointments = await appointmentsOf(tx, account, day);
  const referrals = await referralsOf(tx, account, day);
  const recalls = await recallsOf(tx, account);
  return {
    account_name: clinic.name,
    timezone: clinic.timezone,
    day,
    composed_at: now.toISOString(),
    as_of: KINDS.map((kind) => ({
      kind,
      synced_at: states.find((state) => state.kind === kind)?.syncedAt?.toISOString() ?? null,
    })),
    appointments: appointments.slice(0, MAX_ROWS).map((row) => ({
      datetime: withOffset(row.local, row.startsAt),
      duration: row.duration,
      patient_name: fullName(row.patient?.first ?? null, row.patient?.last ?? null),
      patient_mrn: row.mrn ?? "",
      patient_phone: row.patient?.phone ?? "",
      patient_dob: row.patient?.dob ?? "",
      provider_name: fullName(row.provider?.first ?? null, row.provider?.last ?? null),
      location: row.location ?? row.locationId,
      appointment_type: row.type ?? "",
      status: row.status ?? row.code ?? "",
      reason: row.reason ?? "",
    })),
    referrals: referrals.slice(0, MAX_ROWS).map(({ row, name, phone, day: created, by }) => ({
      patient_name: name ?? "",
      patient_mrn: row.patientMrn,
      patient_phone: phone ?? "",
      direction: row.direction,
      status: row.status ?? "",
      priority: row.priority ?? "",
      specialty: row.specialty ?? "",
      reason: row.reason,
      referring_provider: by ? [fullName(by.first, by.last), by.phone].filter(Boolean).join(", ") : "",
      created_at: created,
    })),
    recalls: recalls.slice(0, MAX_ROWS).map(({ row, name, phone }) => ({
      patient_name: name ?? "",
      patient_mrn: row.patientMrn,
      patient_phone: phone ?? "",
      reason: row.reason,
      due_date: row.dueDate,
    })),
    cut: Object.entries({ appointments, referrals, recalls })
      .filter(([, rows]) => rows.length > MAX_ROWS)
      .map(([list]) => list),
    not_held: NOT_HELD,
  };
}
