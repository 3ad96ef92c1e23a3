import type { OperationRunner } from "#lib/definitions/runner";
import { stepKeyOf } from "#lib/definitions/write-keys";
import { type EmrRow, openEmr } from "#lib/emr/account";
import { EmrError } from "#lib/emr/port/port";
import type { StoredJob } from "#lib/jobs/record/stored-job";

/** Deadline of a look-up in the EMR; after it the result is `unknown`. */
const DEADLINE_MS = 10_000;

/** Whether the EMR holds a job's write, looked up without sending it: held, absent, or unknown with the reason. */
export type LookedUp =
  | { kind: "held"; emrId: string; outcome: { result: unknown } | { emrId: string } }
  | { kind: "absent" }
  | { kind: "unknown"; reason: string };

/** The result of reading a record by its EMR id: held or unknown. */
export type Shown = Exclude<LookedUp, { kind: "absent" }>;

type Job = Pick<StoredJob, "emrIdempotencyKey">;
type Held = NonNullable<OperationRunner["held"]>;
type Context = Parameters<NonNullable<Held["read"]>>[1];

/** Reads the record that the EMR has under the given id. */
async function shown({ read }: Held, emrId: string, context: Context): Promise<Shown> {
  if (!read) return { kind: "held", emrId, outcome: { emrId } };
  const result = await read(emrId, context);
  if (result === null) return { kind: "unknown", reason: `The EMR has no complete record with the id ${emrId}` };
  return { kind: "held", emrId, outcome: { result } };
}

/** Asks the EMR once; any failure makes the result `unknown`. */
async function look<Found extends LookedUp>(
  account: EmrRow,
  { held }: OperationRunner,
  ask: (held: Held, context: Context) => Promise<Found>,
): Promise<Found | Shown> {
  if (!held) return { kind: "unknown", reason: "Only another attempt can determine the outcome" };
  try {
    const emr = await openEmr(account, "write");
    return await ask(held, { emr, signal: AbortSignal.timeout(DEADLINE_MS) });
  } catch (error) {
    const problem = error instanceof EmrError ? error.message : "The connection to the EMR failed";
    return { kind: "unknown", reason: `It could not be looked up now (${problem})` };
  }
}

/** Looks up by idempotency key whether the EMR holds a job's write, and never sends it (decisions §6). */
export const lookUp = (job: Job, account: EmrRow, runner: OperationRunner): Promise<LookedUp> =>
  look<LookedUp>(account, runner, async (held, context) => {
    const { steps } = held;
    const { emr, signal } = context;
    const key = job.emrIdempotencyKey;
    const emrId = await emr.findWrite(steps ? stepKeyOf(key, steps.whole) : key, signal);
    if (emrId !== null) return shown(held, emrId, context);
    const part = steps && (await emr.findWrite(stepKeyOf(key, steps.part), signal));
    return part ? { kind: "unknown", reason: "The EMR holds a part of it" } : { kind: "absent" };
  });

/** Reads the EMR record that a person named as the job's outcome. */
export const lookAt = (account: EmrRow, runner: OperationRunner, emrId: string): Promise<Shown> =>
  look(account, runner, (held, context) => shown(held, emrId, context));
