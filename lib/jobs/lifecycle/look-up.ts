import "#lib/jobs/logins/teller";
import { and, eq } from "drizzle-orm";
import { job, linkedAccount } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import type { OperationRunner } from "#lib/definitions/runner";
import { stepKeyOf } from "#lib/definitions/write-keys";
import { type EmrRow, emrColumns, openEmr } from "#lib/emr/account";
import { type EmrConnection, EmrError } from "#lib/emr/port/port";
import { type StoredJob, subjectView } from "#lib/job-record/stored-job";
import type { Tenant } from "#lib/kernel/principal";
import { runnerOf } from "./open-job.ts";
import { cutOffReason } from "./origin.ts";
import { type Prepared, prepareJob } from "./prepare.ts";

/** Deadline of a look-up in the EMR; after it the result is `unknown`. */
const DEADLINE_MS = 10_000;

interface Unknown {
  kind: "unknown";
  reason: string;
  /** The EMR's error, if the look-up failed. */
  error?: EmrError;
}

/**
 * Whether the EMR holds a job's write, looked up without sending it (decisions §6). `begun`: it holds the record of the
 * first of several writes, not all of them.
 */
export type LookedUp =
  | { kind: "held"; emrId: string; outcome: { result: unknown } | { emrId: string } }
  | { kind: "absent" }
  | { kind: "begun"; emrId: string; key: string; reason: string }
  | Unknown;

/** The result of reading a record by its EMR id: held or unknown. */
type Read = Extract<LookedUp, { kind: "held" | "unknown" }>;

/** The result for a record that a person named. `uncontained`: its containing record must be named as well. */
export type LookedAt = Read | { kind: "uncontained"; reason: string };

/** A record in the EMR, and the one that contains it, as a person named them. */
export interface NamedRecord {
  emrId: string;
  parentId: string | undefined;
}

/** A job whose write is looked for. */
export interface Sought {
  job: Pick<StoredJob, "emrIdempotencyKey">;
  runner: OperationRunner;
  prepared: Prepared;
}

type Held = NonNullable<OperationRunner["held"]>;
type Context = Parameters<NonNullable<Held["read"]>>[1];

const unknown = (reason: string): Unknown => ({ kind: "unknown", reason });

/** Reads the record that the EMR has under the given id. */
async function shown({ read }: Held, emrId: string, context: Context): Promise<Read> {
  if (!read) return { kind: "held", emrId, outcome: { emrId } };
  const result = await read(emrId, context);
  if (result === null) return unknown(`The EMR has no complete record with the id ${emrId}`);
  return { kind: "held", emrId, outcome: { result } };
}

async function byReadingBack(asWanted: NonNullable<Held["asWanted"]>, prepared: Prepared, context: Context) {
  if ("refused" in prepared) return unknown(prepared.refused.message);
  const found = await asWanted(prepared.value, context);
  if (found === null) return { kind: "absent" } as const;
  return { kind: "held", emrId: found.emrId, outcome: { result: found.result } } as const;
}

async function byKey(held: Held, key: string, prepared: Prepared, context: Context): Promise<LookedUp> {
  const { step, asWanted } = held;
  const emrId = await context.emr.findWrite(key, context.signal);
  if (emrId === null) return { kind: "absent" };
  // The EMR may have taken the change without keeping it, or another has changed the record since: sent again under its
  // key, it is compared and not made twice.
  if (asWanted && (await byReadingBack(asWanted, prepared, context)).kind !== "held")
    return unknown("The EMR has taken the change, and the record has other values now");
  const found = await shown(held, emrId, context);
  return step && found.kind === "unknown" ? { kind: "begun", emrId, key, reason: "The EMR holds a part of it" } : found;
}

/** Takes a record of which the EMR shows nothing as the person named it. */
function asNamed(contained: NonNullable<Held["contained"]>, { emrId, parentId }: NamedRecord): LookedAt {
  if (parentId === undefined) return { kind: "uncontained", reason: "is required, as the EMR cannot show the record" };
  return { kind: "held", emrId, outcome: { result: contained(emrId, parentId) } };
}

/** Asks the EMR once; any failure makes the result `unknown`. */
async function look<Found extends LookedUp | LookedAt>(
  { held }: OperationRunner,
  ask: (held: Held, signal: AbortSignal) => Promise<Found>,
  stopping?: AbortSignal,
): Promise<Found | Unknown> {
  if (!held) return unknown("Only another attempt can determine the outcome");
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  try {
    return await ask(held, stopping ? AbortSignal.any([deadline, stopping]) : deadline);
  } catch (error) {
    if (!(error instanceof EmrError))
      return unknown("It could not be looked up now (The connection to the EMR failed)");
    return { ...unknown(`It could not be looked up now (${error.message})`), error };
  }
}

/**
 * Looks up whether the EMR holds a job's write, and never sends it (decisions §6): by its idempotency key, or by reading
 * a changed record back from an EMR that keeps no keys of changes. What was reserved for an absent one is given back.
 */
export const lookUp = (emr: EmrConnection, { job, runner, prepared }: Sought, stopping?: AbortSignal) =>
  look<LookedUp>(
    runner,
    async (held, signal) => {
      const context = { emr, signal };
      const key = held.step ? stepKeyOf(job.emrIdempotencyKey, held.step) : job.emrIdempotencyKey;
      // The EMR may still have it in its own queue, so its absence from the records proves nothing.
      if (emr.passOn) return unknown("The EMR cannot be searched for an operation that was passed on to it");
      const readBack = emr.repeats === "keyed" ? undefined : held.asWanted;
      if (!readBack && emr.repeats === "never") return unknown("The EMR cannot be searched for it");
      const found = await (readBack ? byReadingBack(readBack, prepared, context) : byKey(held, key, prepared, context));
      // What a job has reserved must not outlive it: as long as it may, the job has no end.
      if (found.kind === "absent" && held.reserves) await emr.giveBack?.(key, signal);
      return found;
    },
    stopping,
  );

/** A stored job with the parameters of its look-up. */
export interface StoredSought extends Sought {
  job: StoredJob;
  account: EmrRow;
}

/** Reads an ambiguous job with the parameters of its look-up; null if there is no such job. */
export const readSought = (tenant: Tenant, jobId: number): Promise<StoredSought | null> =>
  // Preparing draws the number of a reading, which a transaction that only reads may not.
  withTenant(tenant, async (tx) => {
    const [row] = await tx
      .select({ job, account: emrColumns })
      .from(job)
      .innerJoin(linkedAccount, eq(linkedAccount.id, job.linkedAccountId))
      .where(and(eq(job.id, jobId), eq(job.ambiguous, true)));
    if (!row) return null;
    const runner = runnerOf(row.job.type);
    return { ...row, runner, prepared: await prepareJob(runner, subjectView(tx, row.job)) };
  });

/** Looks up a stored job, outside of any transaction. An EMR that must not be called for the job is not asked. */
export async function lookUpStored(sought: StoredSought): Promise<LookedUp> {
  const { job, account, runner } = sought;
  const cutOff = cutOffReason(job, account);
  if (cutOff !== null) return unknown(cutOff);
  return look(runner, async () => lookUp(await openEmr(account, "write"), sought));
}

/**
 * Reads the EMR record that a person named as the job's outcome, if the EMR shows such records. Of an EMR that must not
 * be called for the job, the person's word is taken as far as the record's id says enough.
 */
export const lookAt = ({ job, account, runner }: StoredSought, named: NamedRecord): Promise<LookedAt> =>
  look<LookedAt>(runner, async (held, signal) => {
    const cutOff = cutOffReason(job, account);
    if (cutOff !== null) {
      if (held.contained) return asNamed(held.contained, named);
      return held.read ? unknown(cutOff) : { kind: "held", emrId: named.emrId, outcome: { emrId: named.emrId } };
    }
    const emr = await openEmr(account, "write");
    return emr.passOn && held.contained ? asNamed(held.contained, named) : shown(held, named.emrId, { emr, signal });
  });

/**
 * Looks for the write of a job whose last attempt had an unknown end, before it is sent again (decisions §6). Throws an
 * EmrError if it must not be sent now: the limit of calls is reached, or the EMR can neither be searched for it nor keeps keys.
 */
export async function lookFirst(emr: EmrConnection, sought: Sought, stopping: AbortSignal): Promise<LookedUp> {
  const looked = await lookUp(emr, sought, stopping);
  stopping.throwIfAborted();
  if (looked.kind !== "unknown") return looked;
  const { reason, error } = looked;
  if (error?.limited) throw error;
  const retryAfterMs = error?.retryAfterMs ?? null;
  if (emr.repeats !== "keyed") throw new EmrError("passing", reason, { retryAfterMs, notDone: true });
  return looked;
}
