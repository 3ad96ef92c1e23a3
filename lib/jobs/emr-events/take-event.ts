import { drawAsOf } from "#lib/db/as-of";
import { readTenant, type Transaction, withTenant } from "#lib/db/tenant";
import type { EmrRow } from "#lib/emr/account";
import type { EmrConnection, EventLog, LoggedEvent } from "#lib/emr/port/port";
import { receiveLogged } from "#lib/jobs/passed-on/receive";
import { SYNCED_KINDS } from "#lib/jobs/sync/kinds";
import { present } from "#lib/kernel/clock";
import { DomainError } from "#lib/kernel/domain-error";
import { logger } from "#lib/kernel/logger";
import type { AccountTenant } from "#lib/kernel/principal";
import { storePage } from "#lib/resources/synced/store-page";
import { takenOf } from "./keep.ts";
import { notePossible } from "./possible.ts";
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
}

/** An event may be made a little before the clock of this side shows the moment of the sending. */
const SKEW_MS = 120_000;

/** Returns those of some events that have not been taken. */
export async function notTaken(tenant: AccountTenant, events: readonly LoggedEvent[]): Promise<LoggedEvent[]> {
  if (events.length === 0) return [];
  const ids = events.map(({ id }) => id);
  const taken = await readTenant(tenant, (tx) => takenOf(tx, tenant, ids));
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

/** The operations without an answer that an event may be about. */
interface Fitting {
  /** Those whose end it certainly is. */
  own: Waiting[];
  /** Those that it does not show to be another's. */
  possible: Waiting[];
}

/** Returns the operations without an answer that an event fits. Throws EmrErrors. */
async function fittingOf({ tenant, log, waiting }: Taking, event: LoggedEvent, signal: AbortSignal): Promise<Fitting> {
  const isNamed = event.reference !== null && event.reference === log.reference;
  const unanswered = waiting.filter(
    ({ acceptedAs, sentAt }) => acceptedAs === null && Date.parse(event.at) >= sentAt.getTime() - SKEW_MS,
  );
  const fitting: Fitting = { own: [], possible: [] };
  for (const each of unanswered) {
    const operation = await readTenant(tenant, (tx) => operationSent(tx, each));
    const fit = operation ? await log.fitOf(event, operation, signal) : "other";
    if (fit === "own" || (fit === "alike" && isNamed)) fitting.own.push(each);
    else if (fit !== "other") fitting.possible.push(each);
  }
  return fitting;
}

/** Returns whether an event says that it is of another account of the same client. */
const isOfAnother = ({ log }: Taking, { reference }: LoggedEvent): boolean =>
  reference !== null && log.reference !== null && reference !== log.reference;

/**
 * Returns the operation whose end an event certainly shows by its content, because its answer was lost. None while another
 * operation that the event fits may still be answered, as the event may be its. Notes an event that may be an operation's, and
 * does not show it, for the person who is asked in the end.
 */
async function sought(taking: Taking, event: LoggedEvent, signal: AbortSignal): Promise<Waiting | null> {
  const { own, possible } = await fittingOf(taking, event, signal);
  if (own.length > 0) return own.every(isLost) ? (own[0] ?? null) : null;
  const lost = possible.filter(isLost);
  if (lost.length > 0) await notePossible(taking.tenant, lost, event);
  return null;
}

/** Takes the event of an operation; nothing if it is of none that waits here, or of another account. */
async function takeOperation(taking: Taking, event: LoggedEvent, signal: AbortSignal): Promise<void> {
  const { tenant, waiting } = taking;
  if (isOfAnother(taking, event)) return;
  const found = waiting.find(({ acceptedAs }) => acceptedAs === event.jobId) ?? (await sought(taking, event, signal));
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
    else await takeOperation(taking, event, signal);
  } catch (error) {
    // The event contradicts what was asked for, or lacks a value: the job waits on, and a person is asked in the end.
    if (!(error instanceof DomainError) || error.code === "unavailable") throw error;
    logger.warn({ linked_account_id: taking.tenant.linkedAccountId, code: error.code }, "an event was not taken");
  }
}
