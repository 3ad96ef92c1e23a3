import { and, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { drawAsOf } from "#lib/db/as-of";
import { ownOrganization } from "#lib/db/own-organization";
import { patient } from "#lib/db/schema";
import { readTenant, withTenant } from "#lib/db/tenant";
import type { EmrRow } from "#lib/emr/account";
import { holdLink } from "#lib/emr/link";
import type { ChangeNotice } from "#lib/emr/port/event-webhook";
import { type EachRead, type EmrAppointment, type EmrConnection, EmrError, type SyncKind } from "#lib/emr/port/port";
import { SYNCED_KINDS } from "#lib/jobs/sync/kinds";
import { changingKinds, readChanges } from "#lib/jobs/sync/read-changes";
import { present, presentMs } from "#lib/kernel/clock";
import type { AccountTenant } from "#lib/kernel/principal";
import { storePage } from "#lib/resources/synced/store-page";
import { takenOf } from "./keep.ts";
import { emrEventArrived } from "./table.ts";

/** Records that are read one by one: of more of a kind, those that changed are found by one reading. */
const MOST = 25;

/** Records of a kind that are read one by one in one taking, well within its time: the notices of more wait for the next one. */
const MOST_ASKED = 100;

/** Time for which a notice is kept whose record the EMR does not answer for; a sync asks for it again. */
const KEPT_MS = 3_600_000;

const stored = z.object({
  id: z.string(),
  record: z.object({ type: z.string(), id: z.string() }).nullable(),
  after: z.string().nullable(),
  isBeat: z.boolean(),
});

/** The account of which notices are taken, and its open connection. */
interface Noticed {
  tenant: AccountTenant;
  account: EmrRow;
  emr: EmrConnection;
}

/** Returns the ids of patients whom some visits name and who are not known here. */
async function unknownPatients(tenant: AccountTenant, visits: readonly EmrAppointment[]): Promise<string[]> {
  const ids = [...new Set(visits.flatMap(({ patientEhrId }) => patientEhrId ?? []))];
  if (ids.length === 0) return [];
  const known = await readTenant(tenant, (tx) =>
    tx
      .select({ ehrId: patient.ehrId })
      .from(patient)
      .where(and(eq(patient.linkedAccountId, tenant.linkedAccountId), inArray(patient.ehrId, ids))),
  );
  const all = new Set(known.map(({ ehrId }) => ehrId));
  return ids.filter((id) => !all.has(id));
}

function syncedOf(kind: SyncKind) {
  const synced = SYNCED_KINDS.find((each) => each.kind === kind);
  if (!synced) throw new Error("No such kind of record");
  return synced;
}

/** Stores records that were read, unless the account has been linked otherwise meanwhile. */
async function store(
  { tenant, account, emr }: Noticed,
  kind: SyncKind,
  page: EachRead & { mayHaveParts: string[] },
  asOf: number,
): Promise<void> {
  const { id, organizationId, linkVersion, emrType } = account;
  const context = { emrType, capabilities: emr.capabilities, accepted: false };
  await withTenant(tenant, async (tx) => {
    if (!(await holdLink(tx, { id, organizationId, linkVersion }))) return;
    await storePage(tx, tenant, syncedOf(kind), page, { asOf, whole: false, context });
  });
}

/**
 * Reads some records of a kind anew, and the patients of visits who are not known here, and stores them. Returns the ids of those that
 * the EMR did not answer for, which stay as they are. Throws EmrErrors.
 */
async function readAnew(noticed: Noticed, kind: SyncKind, ehrIds: string[], signal: AbortSignal): Promise<string[]> {
  const { tenant, emr } = noticed;
  const left: string[] = [];
  if (!emr.readEach) throw new Error("A connection without reading by ids sends notices");
  for (let from = 0; from < ehrIds.length; from += MOST) {
    const ids = ehrIds.slice(from, from + MOST);
    // A state that one of our own writes stores after this is newer than what is read here.
    const asOf = await withTenant(tenant, drawAsOf);
    const read = await emr.readEach(kind, ids, signal);
    if (kind === "appointments") {
      const newcomers = await unknownPatients(tenant, read.records as EmrAppointment[]);
      if (newcomers.length > 0) await readAnew(noticed, "patients", newcomers, signal);
    }
    const unanswered = new Set(read.unanswered);
    left.push(...unanswered);
    const faulty = read.faulty.filter(({ ehrId }) => !unanswered.has(ehrId));
    const answered = ids.filter((id) => !unanswered.has(id));
    await store(noticed, kind, { ...read, faulty, mayHaveParts: answered }, asOf);
  }
  return left;
}

/** Returns those of some stored records that no reading since `asOf` has changed: the EMR may have them no longer. */
async function unchangedSince(
  tenant: AccountTenant,
  kind: SyncKind,
  ehrIds: string[],
  asOf: number,
): Promise<string[]> {
  const stored = syncedOf(kind).rows;
  if (!stored) throw new Error("A notice names a record that is not stored as a row");
  const key = sql.identifier(stored.key.name);
  const { rows } = await readTenant(tenant, (tx) =>
    tx.execute<{ id: string }>(
      sql`SELECT ${key} AS id FROM ${stored.table} WHERE organization_id = ${ownOrganization}
          AND linked_account_id = ${tenant.linkedAccountId} AND ${key} = ANY (${sql.param(ehrIds)}::text[])
          AND as_of < ${asOf} ORDER BY 1`,
    ),
  );
  return rows.map(({ id }) => id);
}

/** Returns the ids that some notices name, by kind: patients come before the visits that name them. */
function namedBy({ emr }: Noticed, notices: readonly ChangeNotice[]): Map<SyncKind, string[]> {
  const all = new Map<SyncKind, string[]>();
  const named = notices.flatMap(({ record }) => (record && emr.noticed?.(record)) ?? []);
  for (const kind of ["patients", "appointments"] as const) {
    const ids = [...new Set(named.filter((each) => each.kind === kind).map(({ ehrId }) => ehrId))];
    if (ids.length > 0) all.set(kind, ids);
  }
  return all;
}

/** Returns whether a notice before some others is not known: what it said is found by a reading of what changed. */
function isLost(notices: readonly ChangeNotice[], known: ReadonlySet<string>): boolean {
  return notices.some(({ after }) => after !== null && !known.has(after));
}

/** Marks notices as taken, and keeps them no longer. */
async function take(tenant: AccountTenant, ids: string[]): Promise<void> {
  const { organizationId, linkedAccountId } = tenant;
  if (ids.length === 0) return;
  await withTenant(tenant, async (tx) => {
    await tx.execute(
      sql`INSERT INTO emr_event_taken (organization_id, linked_account_id, event_id, taken_at)
          SELECT ${organizationId}::uuid, ${linkedAccountId}::uuid, id, ${present().toISOString()}::timestamptz
          FROM unnest(${sql.param(ids)}::text[]) AS id ON CONFLICT DO NOTHING`,
    );
    await tx.execute(
      sql`DELETE FROM emr_event_arrived WHERE organization_id = ${ownOrganization}
          AND linked_account_id = ${linkedAccountId} AND event_id = ANY (${sql.param(ids)}::text[])`,
    );
  });
}

/**
 * Takes the notices of an account's EMR that arrived (additions §4): each record that they name is read once, whatever they say of it,
 * and stored as a sync stores it. What changed is read if one names no record, if one was lost, or if they name many; of many, those
 * are read that it did not bring, since no search shows what was deleted. They are kept until all of that is stored. Throws EmrErrors.
 */
export async function takeNotices({ tenant: given, account, emr }: Noticed, signal: AbortSignal): Promise<void> {
  const { organizationId, linkedAccountId } = given;
  const tenant = { organizationId, linkedAccountId };
  const noticed = { tenant, account, emr };
  const { arrived, taken } = await readTenant(tenant, async (tx) => {
    const rows = await tx
      .select({ event: emrEventArrived.event, arrivedAt: emrEventArrived.arrivedAt })
      .from(emrEventArrived)
      .where(eq(emrEventArrived.linkedAccountId, linkedAccountId))
      .orderBy(emrEventArrived.arrivedAt, emrEventArrived.eventId);
    const notices = rows.map(({ event, arrivedAt }) => ({ ...stored.parse(JSON.parse(event)), arrivedAt }));
    const ids = notices.flatMap(({ id, after }) => (after === null ? [id] : [id, after]));
    return { arrived: notices, taken: await takenOf(tx, tenant, ids) };
  });
  const fresh = arrived.filter(({ id }) => !taken.has(id));
  const known = new Set([...taken, ...arrived.map(({ id }) => id)]);
  const named = namedBy(noticed, fresh);
  const changing = changingKinds(emr, { visitsByParts: true });
  const isMany = (kind: SyncKind, ids: string[]) => ids.length > MOST && changing.includes(kind);
  const many = new Set([...named].filter(([kind, ids]) => isMany(kind, ids)).map(([kind]) => kind));
  const isAny = fresh.some(({ record, isBeat }) => record === null && !isBeat) || isLost(fresh, known);
  const { emrType, linkVersion } = account;
  const asOf = await withTenant(tenant, drawAsOf);
  if (isAny) await readChanges(tenant, emr, { emrType, linkVersion, kinds: changing });
  else if (many.size > 0) await readChanges(tenant, emr, { emrType, linkVersion, kinds: [...many] });
  const unanswered = new Set<string>();
  const later = new Set<string>();
  for (const [kind, ids] of named) {
    const asked = many.has(kind) ? await unchangedSince(tenant, kind, ids, asOf) : ids;
    for (const id of asked.slice(MOST_ASKED)) later.add(`${kind} ${id}`);
    const left = await readAnew(noticed, kind, asked.slice(0, MOST_ASKED), signal);
    for (const id of left) unanswered.add(`${kind} ${id}`);
  }
  const oldest = presentMs() - KEPT_MS;
  const isAbout = (records: ReadonlySet<string>, { record, arrivedAt }: (typeof arrived)[number]) => {
    const about = record && emr.noticed?.(record);
    return arrivedAt.getTime() > oldest && about && records.has(`${about.kind} ${about.ehrId}`);
  };
  const isLeft = (each: (typeof arrived)[number]) => isAbout(unanswered, each) || isAbout(later, each);
  await take(
    tenant,
    arrived.filter((each) => !isLeft(each)).map(({ id }) => id),
  );
  if (arrived.some((each) => isAbout(unanswered, each))) throw new EmrError("passing", "The EMR does not answer");
}
