import { stepKeyOf } from "#lib/definitions/write-keys";
import type { Lane } from "./lane.ts";

/** Returns the idempotency key of a job's write, or of one of its steps, in the EMR's ledger. */
export async function writeKey(lane: Pick<Lane, "rows">, jobId: number, step: string | undefined): Promise<string> {
  const [job] = await lane.rows<{ key: string }>(
    "SELECT replace(emr_idempotency_key::text, '-', '') AS key FROM job WHERE id = $1",
    [jobId],
  );
  if (!job) throw new Error(`There is no job ${jobId}`);
  return step === undefined ? job.key : stepKeyOf(job.key, step);
}
