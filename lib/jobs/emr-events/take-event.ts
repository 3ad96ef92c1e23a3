import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { drawAsOf } from "#lib/db/as-of";
import { linkedAccount } from "#lib/db/schema";
import { readTenant, type Transaction, withTenant } from "#lib/db/tenant";
import type { EmrRow } from "#lib/emr/account";
import type { EmrConnection, EventLog, LoggedEvent } from "#lib/emr/port/port";
import { receiveLogged } from "#lib/jobs/passed-on/receive";
import { SYNCED_KINDS } from "#lib/jobs/sync/kinds";
import { ApiError } from "#lib/kernel/api-error";
import { present } from "#lib/kernel/clock";
import { logger } from "#lib/kernel/logger";
import type { AccountTenant } from "#lib/kernel/principal";
import { storePage } from "#lib/resources/synced/store-page";
import { emrEventTaken } from "./table.ts";
import { isLost, operationSent, type Waiting } from "./waiting.ts";

/** The account whose EMR's events are taken, and its open connection. */
export interface Taking {
  tenant: AccountTenant;
  account: EmrRow;
  emr: EmrConnection;
  log: EventLog;
  /** The operations that wait for their events, as the reading began. */
  waiting: readonly Waiting[];
  /** Whether no other account here is reached by the same client. */
  isAlone: boolean;
}

/** An event may be made a little before the clock of this side shows the moment of the sending. */
const SKEW_MS = 120_000;

/** Returns those of some events that have not been taken. */
export async function notTaken(tenant: AccountTenant, events: readonly LoggedEvent[]): Promise<LoggedEvent[]> {
  const ids = [...new Set(events.map(({ id }) => id))];
  if (ids.length === 0) return [];
  const { linkedAccountId } = tenant;
  const rows = await readTenant(tenant, (tx) =>
    tx
      .select({ id: emrEventTaken.eventId })
      .from(emrEventTaken)
      .where(and(eq(emrEventTaken.linkedAccountId, linkedAccountId), inArray(emrEventTaken.eventId, ids))),
  );
  const taken = new Set(rows.map(({ id }) => id));
  return events.filter(({ id }) => !taken.has(id));
}

/** Takes an event's id, in the caller's transaction. Returns false if it was taken before. */
async function take(tx: Transaction, { organizationId, linkedAccountId }: AccountTenant, { id }: LoggedEvent) {
  const rows = await tx
    .insert(emrEventTaken)
    .values({ organizationId, linkedAccountId, eventId: id, takenAt: present() })
    .onConflictDoNothing()
    .returning({ id: emrEventTaken.eventId });
  return rows.length > 0;
}

/**
 * Returns the operation whose end an event shows by its content, because its answer was lost. None while another operation
 * that the event fits may still be answered, as the event may be its.
 */
async function sought({ tenant, log, waiting, isAlone }: Taking, event: LoggedEvent): Promise<Waiting | null> {
  // Another account of the same client may have asked for the same.
  const isOurs = event.reference === null || log.reference === null ? isAlone : event.reference === log.reference;
  const unanswered = waiting.filter(
    ({ acceptedAs, sentAt }) => acceptedAs === null && Date.parse(event.at) >= sentAt.getTime() - SKEW_MS,
  );
  if (!isOurs || unanswered.length === 0) return null;
  const fitting = await readTenant(tenant, async (tx) => {
    const found: Waiting[] = [];
    for (const each of unanswered) {
      const operation = await operationSent(tx, each);
      if (operation && log.shows(event, operation)) found.push(each);
    }
    return found;
  });
  return fitting.every(isLost) ? (fitting[0] ?? null) : null;
}

/** Returns whether no other account of the organization is reached by the same client: events of all of a client's may be listed. */
export async function isOnlyAccount({ id, organizationId, connection }: EmrRow): Promise<boolean> {
  const rows = await readTenant({ organizationId, linkedAccountId: null }, (tx) =>
    tx
      .select({ id: linkedAccount.id })
      .from(linkedAccount)
      .where(
        and(
          ne(linkedAccount.id, id),
          sql`${linkedAccount.connection} ->> 'client_id' = ${String(connection?.client_id ?? "")}`,
        ),
      )
      .limit(1),
  );
  return rows.length === 0;
}

/** Takes the event of an operation; nothing if it is of none that waits here. */
async function takeOperation(taking: Taking, event: LoggedEvent): Promise<void> {
  const { tenant, waiting } = taking;
  const found = waiting.find(({ acceptedAs }) => acceptedAs === event.jobId) ?? (await sought(taking, event));
  if (!found) return;
  const { id, type, jobId: job_id, data } = event;
  const given = { id, type, data, ...(job_id === null ? {} : { job_id }) };
  const wasSought = found.acceptedAs === null;
  await receiveLogged(tenant, { row: found.row, event: given, wasSought }, async (tx) => {
    await take(tx, tenant, event);
  });
  taking.waiting = waiting.filter((each) => each !== found);
}

/** Reads the record anew of which an event says that it changed, and stores it. */
async function takeChange({ tenant, account, emr, log }: Taking, event: LoggedEvent, signal: AbortSignal) {
  const asOf = await withTenant(tenant, drawAsOf);
  const anew = await log.readAnew(event, signal);
  await withTenant(tenant, async (tx) => {
    if (!(await take(tx, tenant, event)) || anew === null) return;
    const synced = SYNCED_KINDS.find(({ kind }) => kind === anew.kind);
    if (!synced) throw new Error("No such kind of record");
    const context = { emrType: account.emrType, capabilities: emr.capabilities, accepted: false };
    await storePage(tx, tenant, synced, anew.read, { asOf, whole: false, context });
  });
}

/**
 * Takes one event of an account's EMR: it ends the operation that it is about, or has the record read anew that has changed in
 * the EMR. Each event has its effect once. One that is of no operation known here has none. Throws EmrErrors.
 */
export async function takeEvent(taking: Taking, event: LoggedEvent, signal: AbortSignal): Promise<void> {
  try {
    if (event.jobId === null) await takeChange(taking, event, signal);
    else await takeOperation(taking, event);
  } catch (error) {
    // The event contradicts what was asked for, or lacks a value: the job waits on, and a person is asked in the end.
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    logger.warn({ linked_account_id: taking.tenant.linkedAccountId, status: error.status }, "an event was not taken");
  }
}
