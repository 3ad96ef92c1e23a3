import { connectEmr } from "#lib/emr/connect";
import { EmrError } from "#lib/emr/port";
import type { OperationRunner } from "#lib/operations/runner";
import { stepKeyOf } from "#lib/operations/write-keys";
import type { StoredJob } from "./stored-job.ts";

/** An EMR that has not answered a look by then cannot tell. */
const DEADLINE_MS = 10_000;

/** What the EMR says of a job's write without its being sent: it is held, it is absent, or nobody can tell, and why. */
export type LookedUp =
  | { kind: "held"; outcome: { result: unknown } | { emrId: string } }
  | { kind: "absent" }
  | { kind: "unknown"; reason: string };

/** Looks for what a job may have written in the EMR, and never sends it (decisions §6). */
export async function lookUp(
  { linkedAccountId, emrIdempotencyKey }: Pick<StoredJob, "linkedAccountId" | "emrIdempotencyKey">,
  emrType: string,
  { held }: OperationRunner,
): Promise<LookedUp> {
  if (!held) return { kind: "unknown", reason: "It cannot be looked up in the EMR" };
  const signal = AbortSignal.timeout(DEADLINE_MS);
  const emr = connectEmr({ id: linkedAccountId, emrType });
  try {
    const { steps } = held;
    const emrId = await emr.findWrite(steps ? stepKeyOf(emrIdempotencyKey, steps.whole) : emrIdempotencyKey, signal);
    if (emrId === null) {
      const part = steps && (await emr.findWrite(stepKeyOf(emrIdempotencyKey, steps.part), signal));
      return part ? { kind: "unknown", reason: "The EMR holds a part of it" } : { kind: "absent" };
    }
    return { kind: "held", outcome: held.read ? { result: await held.read(emrId, { emr, signal }) } : { emrId } };
  } catch (error) {
    const reason = error instanceof EmrError ? error.message : "The connection to the EMR failed";
    return { kind: "unknown", reason };
  }
}
