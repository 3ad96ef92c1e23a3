import { and, eq, gte, inArray, lt, lte, type SQL, sql } from "drizzle-orm";
import { drawAsOf } from "#lib/db/as-of";
import { patient } from "#lib/db/schema";
import { readTenant, type Transaction } from "#lib/db/tenant";
import {
  type Capability,
  type EmrAppointment,
  type EmrConnection,
  EmrError,
  type EmrPatient,
  type LiveSchedules,
  type SchedulesQuestion,
} from "#lib/emr/port/port";
import { present, presentMs } from "#lib/kernel/clock";
import { addDays } from "#lib/kernel/dates";
import { firstMomentOf } from "#lib/kernel/moments";
import type { AccountTenant } from "#lib/kernel/principal";
import { syncedPatients } from "#lib/resources/patients/sync";
import { provider } from "#lib/resources/providers/table";
import { askForEach, type EachAsked, hasTimeLeft, liveWarnings, MOST_ASKED } from "#lib/resources/synced/live-reading";
import { storePage } from "#lib/resources/synced/store-page";
import { zoneOfAccount } from "./kept-visit.ts";
import { syncedAppointments } from "./sync.ts";
import { appointment } from "./table.ts";

interface Days {
  start_date: string;
  end_date: string;
  provider_ehr_ids?: string[] | undefined;
}

/** A live fetch of schedules before the EMR is asked. */
export interface AskedSchedules {
  tenant: AccountTenant;
  question: SchedulesQuestion;
  /** EMR ids of the stored records of what is asked for. */
  stored: string[];
  /** The sequence number of the EMR reading. */
  asOf: number;
  /** Time before the EMR reading. */
  since: Date;
}

/** What the EMR returned. */
export interface FetchedSchedules extends AskedSchedules {
  live: LiveSchedules;
  /** What the EMR said of stored records that it did not return. */
  asked: EachAsked<"appointments">;
  /** The patients of visits who are not known here. */
  newcomers: EmrPatient[];
  capabilities: ReadonlySet<Capability>;
}

const inQuestion = ({ from, to, providerEhrIds, only }: SchedulesQuestion): SQL | undefined =>
  and(
    gte(appointment.startsAt, new Date(from)),
    lt(appointment.startsAt, new Date(to)),
    sql`${appointment.providerEhrId} = ANY (${sql.param([...providerEhrIds])}::text[])`,
    sql`(${appointment.category} = 'appointment') = ${only === "visits"}`,
  );

/** Returns what the EMR is to be asked for. */
export async function askSchedules(
  tx: Transaction,
  tenant: AccountTenant,
  { start_date, end_date, provider_ehr_ids: wanted }: Days,
  only: SchedulesQuestion["only"],
): Promise<AskedSchedules> {
  const { linkedAccountId } = tenant;
  const zone = await zoneOfAccount(tx, linkedAccountId);
  // The schedule of others is not synchronized (interface 3.4).
  const active = await tx
    .select({ ehrId: provider.ehrId })
    .from(provider)
    .where(
      and(
        eq(provider.linkedAccountId, linkedAccountId),
        eq(provider.status, "active"),
        wanted && inArray(provider.ehrId, wanted),
      ),
    );
  const momentOf = (day: string) => new Date(firstMomentOf(day, zone)).toISOString();
  const question = {
    from: momentOf(start_date),
    to: momentOf(addDays(end_date, 1)),
    providerEhrIds: active.map(({ ehrId }) => ehrId),
    only,
  };
  const stored = await tx
    .select({ id: appointment.emrAppointmentId })
    .from(appointment)
    .where(and(eq(appointment.linkedAccountId, linkedAccountId), inQuestion(question)))
    .orderBy(appointment.startsAt, appointment.id);
  return { tenant, question, stored: stored.map(({ id }) => id), asOf: await drawAsOf(tx), since: present() };
}

/** Returns the EMR ids of the patients of visits who are not known here. */
function unknownPatients({ tenant }: AskedSchedules, records: readonly EmrAppointment[]): Promise<string[]> {
  const ids = [...new Set(records.flatMap(({ patientEhrId }) => patientEhrId ?? []))];
  if (ids.length === 0) return Promise.resolve([]);
  return readTenant(tenant, async (tx) => {
    const known = await tx
      .select({ ehrId: patient.ehrId })
      .from(patient)
      .where(
        and(
          eq(patient.linkedAccountId, tenant.linkedAccountId),
          sql`${patient.ehrId} = ANY (${sql.param(ids)}::text[])`,
        ),
      );
    const all = new Set(known.map(({ ehrId }) => ehrId));
    return ids.filter((id) => !all.has(id));
  });
}

/** Reads some patients; one who cannot be read now is left to the next sync. Throws an EmrError if no call is left. */
async function readNewcomers(
  { emr, begun }: { emr: EmrConnection; begun: number },
  ehrIds: readonly string[],
  signal: AbortSignal,
) {
  const read: EmrPatient[] = [];
  for (const ehrId of ehrIds) {
    if (!hasTimeLeft(begun)) return read;
    try {
      const found = await emr.readPatient(ehrId, signal);
      if (found) read.push(found);
    } catch (error) {
      if (!(error instanceof EmrError) || error.limited || signal.aborted) throw error;
    }
  }
  return read;
}

/**
 * Asks the EMR. Stored records that it does not return are asked for one by one, as they may have moved to other days, and an
 * answer may be short. Throws EmrErrors.
 */
export async function readSchedules(
  asked: AskedSchedules,
  { emr, signal }: { emr: EmrConnection; signal: AbortSignal },
): Promise<FetchedSchedules> {
  const { question, stored } = asked;
  const begun = presentMs();
  const live: LiveSchedules =
    question.providerEhrIds.length === 0 ? { records: [], faulty: [] } : await emr.readSchedules(question, signal);
  const returned = new Set([
    ...live.records.map(({ emrAppointmentId }) => emrAppointmentId),
    ...live.faulty.map(({ ehrId }) => ehrId),
  ]);
  const lacking = stored.filter((id) => !returned.has(id));
  const each = await askForEach({ emr, kind: "appointments", begun }, lacking, signal, (id) =>
    emr.readAppointment(id, signal),
  );
  const unknown = await unknownPatients(asked, [...live.records, ...each.records]);
  const newcomers = await readNewcomers({ emr, begun }, unknown.slice(0, MOST_ASKED), signal);
  return { ...asked, live, asked: each, newcomers, capabilities: emr.capabilities };
}

/** Returns the ids here of records by their EMR ids, with a further condition. */
async function idsOf(
  tx: Transaction,
  { linkedAccountId }: AccountTenant,
  emrIds: readonly string[],
  condition: SQL,
): Promise<string[]> {
  const found = await tx
    .select({ id: appointment.id })
    .from(appointment)
    .where(
      and(
        eq(appointment.linkedAccountId, linkedAccountId),
        sql`${appointment.emrAppointmentId} = ANY (${sql.param([...emrIds])}::text[])`,
        condition,
      ),
    )
    .orderBy(appointment.startsAt, appointment.id);
  return found.map(({ id }) => id);
}

const isOf = ({ from, to, providerEhrIds, only }: SchedulesQuestion) => {
  const [first, end, ids] = [Date.parse(from), Date.parse(to), new Set(providerEhrIds)];
  return ({ startsAt, providerEhrId, category }: EmrAppointment): boolean =>
    ids.has(providerEhrId) &&
    (category === "appointment") === (only === "visits") &&
    Date.parse(startsAt) >= first &&
    Date.parse(startsAt) < end;
};

/**
 * Stores what was fetched as a page of a sync is stored: no record that a later reading or one of our own writes has changed since
 * the EMR was asked, and none is removed but those that the EMR says it no longer has.
 */
export async function storeSchedules(
  tx: Transaction,
  tenant: AccountTenant,
  emrType: string,
  { question, live, asked, newcomers, capabilities, asOf, since }: FetchedSchedules,
) {
  const storing = { asOf, since, whole: false, context: { emrType, capabilities, accepted: false } };
  const none = { faulty: [], deleted: [] };
  await storePage(tx, tenant, syncedPatients, { ...none, records: newcomers }, storing);
  // One order of rows, so that two fetches of the same days do not wait for each other.
  const records = [...live.records, ...asked.records].toSorted((one, other) =>
    one.emrAppointmentId < other.emrAppointmentId ? -1 : 1,
  );
  const gone = await idsOf(tx, tenant, asked.deleted, lte(appointment.asOf, asOf));
  const page = await storePage(
    tx,
    tenant,
    syncedAppointments,
    {
      records,
      faulty: [...live.faulty, ...asked.faulty],
      deleted: asked.deleted,
      ...(live.mayHaveParts ? { mayHaveParts: live.mayHaveParts } : {}),
    },
    storing,
  );
  const emrIds = records.map(({ emrAppointmentId }) => emrAppointmentId);
  return {
    changedIds: await idsOf(tx, tenant, emrIds, eq(appointment.asOf, asOf)),
    deletedIds: gone,
    counts: {
      found: live.records.filter(isOf(question)).length,
      created: page.created,
      updated: page.updated,
      deleted: gone.length,
    },
    warnings: liveWarnings(asked, page),
  };
}
