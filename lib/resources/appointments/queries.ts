import { and, count, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { ownOrganization } from "#lib/db/own-organization";
import { prepared } from "#lib/db/prepared";
import { linkedAccount, patient } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { localTime, withOffset, zoneOf } from "#lib/definitions/account-time";
import { keyset } from "#lib/definitions/keyset";
import { type AskedRows, defineListing } from "#lib/definitions/listing";
import { isoOf, momentText } from "#lib/definitions/moment-text";
import { defineQuery, type QueryContext } from "#lib/definitions/query";
import { notFound } from "#lib/kernel/domain-error";
import { parseId } from "#lib/kernel/id";
import { location } from "#lib/resources/locations/table";
import { patientOf } from "#lib/resources/patients/patient-of";
import { provider } from "#lib/resources/providers/table";
import { visitStatus } from "#lib/resources/visit-statuses/table";
import { visitType } from "#lib/resources/visit-types/table";
import {
  type AppointmentQuery,
  type AskedFor,
  appointmentConditions,
  appointmentQuery,
  askedFor,
  DEFAULT_LIMIT,
  givenFilters,
  withNote,
} from "./filters.ts";
import { freeStatuses } from "./free-statuses.ts";
import { type AppointmentModel, appointmentModel } from "./model.ts";
import { appointment } from "./table.ts";
import { unknownValues } from "./warnings.ts";

type Context = QueryContext<AppointmentQuery>;

const order = keyset("asc", appointment.startsAt, appointment.id);

/** The parts of a request that determine the statement's SQL text. */
interface Shape extends AskedFor {
  note: boolean;
  behind: boolean;
}

const account = sql.placeholder("account");

/** Selects records with what they show of others. */
const selectRecords = (tx: Transaction, { note }: { note: boolean }) =>
  tx
    .select({
      id: appointment.id,
      startsAt: momentText(appointment.startsAt),
      local: localTime(appointment.startsAt, zoneOf(account)),
      duration: appointment.duration,
      status: appointment.status,
      reason: appointment.reason,
      note: note ? appointment.note : sql<null>`NULL`,
      progressNote: appointment.progressNote,
      locationId: appointment.locationId,
      location: location.name,
      blockLabel: appointment.blockLabel,
      blockColor: appointment.blockColor,
      appointmentType: appointment.appointmentType,
      appointmentMode: appointment.appointmentMode,
      complaintType: appointment.complaintType,
      emrAppointmentId: appointment.emrAppointmentId,
      providerEhrId: appointment.providerEhrId,
      secondaryProviderEhrId: appointment.secondaryProviderEhrId,
      provider: { firstName: provider.firstName, lastName: provider.lastName, npi: provider.npi },
      patientMrn: appointment.patientMrn,
      patientEhrId: appointment.patientEhrId,
      patient: {
        firstName: patient.firstName,
        lastName: patient.lastName,
        phone: patient.phone,
        dob: patient.dob,
        gender: patient.gender,
      },
      insurances: appointment.insurances,
      diagnoses: appointment.diagnoses,
      medications: appointment.medications,
      setAside: appointment.setAside,
      linkedAccountId: appointment.linkedAccountId,
      emrCreatedAt: momentText(appointment.emrCreatedAt),
      createdAt: momentText(appointment.createdAt),
      source: sql<string>`(SELECT ${linkedAccount.emrType} FROM ${linkedAccount}
        WHERE ${linkedAccount.organizationId} = ${ownOrganization} AND ${linkedAccount.id} = ${account})`,
      position: order.position,
    })
    .from(appointment)
    .leftJoin(location, and(eq(location.linkedAccountId, account), eq(location.emrId, appointment.locationId)))
    .leftJoin(provider, and(eq(provider.linkedAccountId, account), eq(provider.ehrId, appointment.providerEhrId)))
    .leftJoinLateral(patientOf(tx, account, appointment.patientEhrId), sql`true`);

const select = prepared((tx, shape: Shape) =>
  selectRecords(tx, shape)
    .where(and(appointmentConditions(account, shape), shape.behind ? order.behind : undefined))
    .orderBy(order.orderBy)
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset")),
);

const selectOne = prepared((tx, shown: { note: boolean }) =>
  selectRecords(tx, shown).where(
    and(eq(appointment.linkedAccountId, account), eq(appointment.id, sql.placeholder("id"))),
  ),
);

const selectVisits = prepared((tx) =>
  selectRecords(tx, { note: true }).where(
    and(
      eq(appointment.linkedAccountId, account),
      eq(appointment.category, "appointment"),
      sql`${appointment.id} = ANY (${sql.placeholder("ids")}::uuid[])`,
    ),
  ),
);

const countMatching = prepared((tx, asked: AskedFor) =>
  tx
    .select({ total: count() })
    .from(appointment)
    .leftJoinLateral(patientOf(tx, account, appointment.patientEhrId), sql`true`)
    .where(appointmentConditions(account, asked)),
);

/**
 * Runs a statement with the statuses that it needs to know, which are read before; one that needs none is sent in this turn, with all
 * others of its request.
 */
const withFree = <Result>(
  { tx, linkedAccountId }: Context,
  { doubled }: AskedFor,
  run: (values: { free?: string[] }) => PromiseLike<Result>,
): PromiseLike<Result> => (doubled ? freeStatuses(tx, linkedAccountId).then((free) => run({ free })) : run({}));

async function countFor(context: Context): Promise<{ total: number }> {
  const { tx, linkedAccountId, query } = context;
  const { asked, values } = askedFor(query);
  const [found] = await withFree(context, asked, (read) =>
    countMatching(tx, asked).execute({ account: linkedAccountId, ...values, ...read }),
  );
  return { total: found?.total ?? 0 };
}

function selectFor(context: Context, { extent: { limit, offset }, cursor }: AskedRows) {
  const { tx, linkedAccountId, query } = context;
  const { include_appointment_note: note = false } = query;
  const { asked, values } = askedFor(query);
  return withFree(context, asked, (read) =>
    select(tx, { ...asked, note, behind: cursor !== undefined }).execute({
      account: linkedAccountId,
      ...values,
      ...read,
      ...(cursor === undefined ? {} : order.placeIn(cursor)),
      limit: offset === null ? limit + 1 : limit,
      offset: offset ?? 0,
    }),
  );
}

type Selected = Awaited<ReturnType<typeof selectFor>>[number];

const fullName = (person: { firstName: string; lastName: string } | null) =>
  person ? `${person.firstName} ${person.lastName}` : "";

function toModel(row: Selected): AppointmentModel {
  const { provider: seenBy, patient: who } = row;
  const [primary, secondary] = row.insurances;
  return {
    id: row.id,
    datetime: withOffset(row.local, row.startsAt),
    status: row.status ?? "",
    reason: row.reason ?? "",
    note: row.note ?? "",
    location: row.location ?? row.locationId,
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
    insurances: row.insurances.map(({ company, subscriber, number, groupNumber }) => ({
      company,
      subscriber,
      number,
      group_number: groupNumber,
    })),
    diagnoses: row.diagnoses,
    medications: row.medications,
    progress_note: row.progressNote ?? "",
    set_aside: row.setAside ?? "",
    practice_id: row.linkedAccountId,
    created_at: isoOf(row.emrCreatedAt),
    object_metadata: { source: row.source, created_at: isoOf(row.createdAt) },
  };
}

const common = {
  permission: "appointments:read",
  patientData: true,
  reads: [appointment, location, provider, patient, linkedAccount, visitStatus, visitType],
} as const;

/** Returns the warnings about an answer: of filters whose values are unknown, of a deprecated parameter, and of further rows. */
async function warningsOf(
  { tx, linkedAccountId, query }: Context,
  { count, goesOn }: { count: number; goesOn: boolean },
): Promise<string[]> {
  return [
    ...(count === 0 ? await unknownValues(tx, linkedAccountId, query) : []),
    ...(query.include_schedule_blocks === undefined ? [] : ["include_schedule_blocks is deprecated: use category"]),
    ...(goesOn ? [`More than these ${count} appointments match: continue with next_cursor`] : []),
  ];
}

/** Returns the visits with these ids as a read without parameters shows them, with the note that it leaves out. */
export async function shownVisits(tx: Transaction, linkedAccountId: string, ids: readonly string[]) {
  const rows = await selectVisits(tx).execute({ account: linkedAccountId, ids: [...ids] });
  return rows.map((row) => ({ record: { ...toModel(row), note: "" }, note: row.note }));
}

/** GET /appointments: by time, then id, with warnings about the response (interface 4.13). */
export const listAppointments = defineListing({
  ...common,
  path: "/appointments",
  embed: { narrows: "patient_mrn" },
  atOnce: true,
  // A page without rows warns of filters whose values are unknown; what is double booked depends on what statuses mean.
  looksUp: (query) => givenFilters(query as AppointmentQuery).length > 0 || query.double_booked === true,
  summary: "List appointments, open slots and blocked times",
  key: "appointments",
  model: appointmentModel,
  query: appointmentQuery,
  defaultLimit: DEFAULT_LIMIT,
  warnings: z
    .array(z.string())
    .describe(
      "Set if a deprecated parameter was used, more rows remain, a filter's value is unknown to the account, or its first sync is not complete",
    ),
  warningsOf,
  refusesSharedMrn: () => true,
  count: countFor,
  select: selectFor,
  toModels: (rows) => rows.map(toModel),
});

/** GET /appointments/{id}: an appointment, an open slot or a blocked time; 404 for a malformed id (decisions §11). */
export const getAppointment = defineQuery({
  ...common,
  path: "/appointments/{id}",
  embed: { answer: "appointment" },
  summary: "One appointment, open slot or blocked time",
  query: z.object({ include_appointment_note: withNote }),
  body: z.object({ appointment: appointmentModel }),
  async read({ tx, linkedAccountId, params, query: { include_appointment_note: note = false } }) {
    const id = parseId(params.id ?? "");
    if (!id) throw notFound("Appointment");
    const [found] = await selectOne(tx, { note }).execute({ account: linkedAccountId, id });
    if (!found) throw notFound("Appointment");
    return { appointment: toModel(found) };
  },
});
