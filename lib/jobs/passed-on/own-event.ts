import { and, eq, ne, or, sql } from "drizzle-orm";
import type { Transaction } from "#lib/db/tenant";
import { conflict } from "#lib/kernel/domain-error";
import type { EmrEvent } from "./emr-event.ts";
import { passedOn } from "./table.ts";

type PassedOn = typeof passedOn.$inferSelect;

/** Names under which an acceptance states the EMR's own job (interface 2.1). */
const JOB_NAMES: readonly string[] = ["job_id", "job_execution_id"];

const idOf = (value: unknown): string | null =>
  (typeof value === "string" && value !== "") || typeof value === "number" ? String(value) : null;

/** Returns the EMR's own job of an acceptance; null if it names none, or was lost. */
export const acceptedJob = (answer: PassedOn["answer"]): string | null =>
  JOB_NAMES.map((name) => idOf(answer?.[name])).find((id) => id !== null) ?? null;

/** Returns whether an event names another record than the acceptance. */
const namesAnother = (answer: PassedOn["answer"], { data }: EmrEvent): boolean =>
  Object.entries(answer ?? {}).some(([name, value]) => {
    if (!name.endsWith("_id") || JOB_NAMES.includes(name)) return false;
    const [accepted, named] = [idOf(value), idOf(data[name])];
    return accepted !== null && named !== null && accepted !== named;
  });

const ANOTHER = "The event is about another operation than the one that was sent with this callback";

/** Returns whether an event has ended another job of the account, or names the EMR's own job of another one. */
async function isOfAnother(tx: Transaction, { linkedAccountId, jobId }: PassedOn, event: EmrEvent): Promise<boolean> {
  // Two jobs that receive the same event at once are judged one after the other.
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`event/${linkedAccountId}/${event.id}`}, 0))`);
  const isNamed = sql`coalesce(${passedOn.answer} ->> 'job_id', ${passedOn.answer} ->> 'job_execution_id') = ${event.job_id ?? null}`;
  const [other] = await tx
    .select({ jobId: passedOn.jobId })
    .from(passedOn)
    .where(
      and(
        eq(passedOn.linkedAccountId, linkedAccountId),
        ne(passedOn.jobId, jobId),
        event.id === undefined ? isNamed : or(eq(passedOn.eventId, event.id), isNamed),
      ),
    )
    .limit(1);
  return other !== undefined;
}

/**
 * Throws `conflict` unless an event is about the operation that the EMR accepted for this job. Without this check, a caller
 * with a signed event and the callback of another job could end that job. If the acceptance was lost, or states no job, it
 * shows too little: then the event must not be known from another job, nor name another patient than the request.
 */
export async function assertOwnEvent(
  tx: Transaction,
  row: PassedOn,
  event: EmrEvent,
  { isSigned, request }: { isSigned: boolean; request: Record<string, unknown> },
): Promise<void> {
  if (namesAnother(row.answer, event)) throw conflict(ANOTHER);
  const accepted = acceptedJob(row.answer);
  if (accepted !== null) {
    const isSame = event.job_id === undefined ? !isSigned : event.job_id === accepted;
    if (!isSame) throw conflict(ANOTHER);
    return;
  }
  const [asked, named] = [idOf(request.patient_mrn), idOf(event.data.patient_mrn)];
  const isOthers = asked !== null && named !== null && asked !== named;
  if (isOthers || (await isOfAnother(tx, row, event))) throw conflict(ANOTHER);
}
