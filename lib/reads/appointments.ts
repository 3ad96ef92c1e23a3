import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { z } from "zod";
import { appointment, linkedAccount, location, patient, provider } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { type AppointmentModel, appointmentModel } from "#lib/models/appointment";
import { localTime, withOffset, zoneOf } from "./account-time.ts";
import { type AppointmentQuery, appointmentConditions, appointmentQuery } from "./appointment-filters.ts";
import { unknownValues } from "./appointment-warnings.ts";
import { defineRead } from "./definition.ts";
import { keyset } from "./keyset.ts";
import { nextCursor, toPage } from "./page.ts";

const order = keyset("asc", appointment.startsAt, appointment.id);

const { note: noteColumn, ...columns } = getTableColumns(appointment);

const select = (tx: Transaction, linkedAccountId: string, query: AppointmentQuery) =>
  tx
    .select({
      row: columns,
      note: query.include_appointment_note ? noteColumn : sql<null>`NULL`,
      local: localTime(appointment.startsAt, zoneOf(linkedAccountId)),
      location: location.name,
      provider: { firstName: provider.firstName, lastName: provider.lastName, npi: provider.npi },
      patient: {
        firstName: patient.firstName,
        lastName: patient.lastName,
        phone: patient.phone,
        dob: patient.dob,
        gender: patient.gender,
      },
      source: sql<string>`(SELECT ${linkedAccount.emrType} FROM ${linkedAccount} WHERE ${linkedAccount.id} = ${linkedAccountId})`,
      position: order.position,
    })
    .from(appointment)
    .leftJoin(location, and(eq(location.linkedAccountId, linkedAccountId), eq(location.emrId, appointment.locationId)))
    .leftJoin(
      provider,
      and(eq(provider.linkedAccountId, linkedAccountId), eq(provider.ehrId, appointment.providerEhrId)),
    )
    .leftJoin(patient, and(eq(patient.linkedAccountId, linkedAccountId), eq(patient.mrn, appointment.patientMrn)))
    .where(and(appointmentConditions(linkedAccountId, query), order.after(query.cursor)))
    .orderBy(order.orderBy)
    .limit(query.limit + 1);

type Selected = Awaited<ReturnType<typeof select>>[number];

const fullName = (person: { firstName: string; lastName: string } | null) =>
  person ? `${person.firstName} ${person.lastName}` : "";

function toModel({
  row,
  note,
  local,
  location: place,
  provider: seenBy,
  patient: who,
  source,
}: Selected): AppointmentModel {
  const [primary, secondary] = row.insurances;
  return {
    id: row.id,
    datetime: withOffset(local, row.startsAt),
    status: row.status ?? "",
    reason: row.reason ?? "",
    note: note ?? "",
    location: place ?? row.locationId,
    schedule_block_label: row.blockLabel ?? "",
    schedule_block_color: row.blockColor ?? "",
    appointment_type: row.appointmentType ?? "",
    appointment_mode: row.appointmentMode ?? "",
    complaint_type: row.complaintType ?? "",
    duration: row.duration,
    ehr_appointment_id: row.emrAppointmentId,
    emr_appointment_id: row.emrAppointmentId,
    provider_ehr_id: row.providerEhrId,
    provider_name: fullName(seenBy),
    provider_npi: seenBy?.npi ?? "",
    secondary_provider_ehr_id: row.secondaryProviderEhrId ?? "",
    patient_first_name: who?.firstName ?? "",
    patient_last_name: who?.lastName ?? "",
    patient_name: fullName(who),
    patient_phone: who?.phone ?? "",
    patient_mrn: row.patientMrn ?? "",
    patient_ehr_id: row.patientEhrId ?? "",
    patient_dob: who?.dob ?? "",
    patient_gender: who?.gender ?? "",
    insurance: primary?.company ?? "",
    insurance_subscriber: primary?.subscriber ?? "",
    insurance_number: primary?.number ?? "",
    insurance_group_number: primary?.groupNumber ?? "",
    secondary_insurance: secondary?.company ?? "",
    secondary_insurance_number: secondary?.number ?? "",
    insurances: row.insurances.map(({ groupNumber, ...insurance }) => ({ ...insurance, group_number: groupNumber })),
    diagnoses: row.diagnoses,
    medications: row.medications,
    progress_note: row.progressNote ?? "",
    practice_id: row.linkedAccountId,
    created_at: row.emrCreatedAt.toISOString(),
    object_metadata: { source, created_at: row.createdAt.toISOString() },
  };
}

/** GET /appointments: by time, then id, with what the caller should know about the answer (interface 4.13). */
export const listAppointments = defineRead({
  path: "/appointments",
  summary: "List appointments, open slots and blocked times",
  permission: "appointments:read",
  patientData: true,
  query: appointmentQuery,
  body: z.object({
    appointments: z.array(appointmentModel),
    warnings: z
      .array(z.string())
      .describe("A deprecated parameter was used, more rows remain, or a filter's value matches nothing known"),
    ...nextCursor,
  }),
  async read({ tx, linkedAccountId, query }) {
    const { page, ...more } = toPage(await select(tx, linkedAccountId, query), query.limit);
    const warnings = page.length === 0 ? await unknownValues(tx, linkedAccountId, query) : [];
    if (query.include_schedule_blocks !== undefined) {
      warnings.push("include_schedule_blocks is deprecated: use category");
    }
    if (more.next_cursor) warnings.push(`More appointments match than these ${page.length}: read on with next_cursor`);
    return { appointments: page.map(toModel), warnings, ...more };
  },
});
