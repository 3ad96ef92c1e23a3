import type { OperationRunner } from "#lib/definitions/runner";
import { stepKeyOf } from "#lib/definitions/write-keys";
import { connectEmr } from "#lib/emr/connect";
import { EmrError } from "#lib/emr/port/port";
import type { StoredJob } from "#lib/jobs/record/stored-job";

/** An EMR that has not answered a look by then cannot tell. */
const DEADLINE_MS = 10_000;

/** What the EMR says of a job's write without its being sent: it is held, it is absent, or nobody can tell, and why. */
export type LookedUp =
  | { kind: "held"; emrId: string; outcome: { result: unknown } | { emrId: string } }
  | { kind: "absent" }
  | { kind: "unknown"; reason: string };

/** What can be said of what is there: it is shown, or nobody can tell. */
export type Shown = Exclude<LookedUp, { kind: "absent" }>;

type Job = Pick<StoredJob, "linkedAccountId" | "emrIdempotencyKey">;
type Held = NonNullable<OperationRunner["held"]>;
type Context = Parameters<NonNullable<Held["read"]>>[1];

/** What the EMR shows under an id of its own. */
async function shown({ read }: Held, emrId: string, context: Context): Promise<Shown> {
  if (!read) return { kind: "held", emrId, outcome: { emrId } };
  const result = await read(emrId, context);
  if (result === null) return { kind: "unknown", reason: `The EMR shows nothing finished under ${emrId}` };
  return { kind: "held", emrId, outcome: { result } };
}

/** Asks the EMR once; an EMR that cannot be asked cannot tell. */
async function look<Found extends LookedUp>(
  { linkedAccountId }: Job,
  emrType: string,
  { held }: OperationRunner,
  ask: (held: Held, context: Context) => Promise<Found>,
): Promise<Found | Shown> {
  if (!held) return { kind: "unknown", reason: "Only sending it again could tell" };
  const emr = connectEmr({ id: linkedAccountId, emrType });
  try {
    return await ask(held, { emr, signal: AbortSignal.timeout(DEADLINE_MS) });
  } catch (error) {
    const problem = error instanceof EmrError ? error.message : "The connection to the EMR failed";
    return { kind: "unknown", reason: `It could not be looked up now (${problem})` };
  }
}

/** Looks for what a job may have written in the EMR, and never sends it (decisions §6). */
export const lookUp = (job: Job, emrType: string, runner: OperationRunner): Promise<LookedUp> =>
  look<LookedUp>(job, emrType, runner, async (held, context) => {
    const { steps } = held;
    const { emr, signal } = context;
    const key = job.emrIdempotencyKey;
    const emrId = await emr.findWrite(steps ? stepKeyOf(key, steps.whole) : key, signal);
    if (emrId !== null) return shown(held, emrId, context);
    const part = steps && (await emr.findWrite(stepKeyOf(key, steps.part), signal));
    return part ? { kind: "unknown", reason: "The EMR holds a part of it" } : { kind: "absent" };
  });

/** Looks at what a person found in the EMR of a job, under the EMR's id. */
export const lookAt = (job: Job, emrType: string, runner: OperationRunner, emrId: string): Promise<Shown> =>
  look(job, emrType, runner, (held, context) => shown(held, emrId, context));
