import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { writeKeysOf } from "#lib/catalog/write-keys";
import { job, linkedAccount } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { defineQuery, noQuery } from "#lib/definitions/query";
import { type Behavior, readBehavior } from "#lib/emr/sandbox/behavior";
import { isSandbox } from "#lib/emr/sandbox/kind";
import { listWrites } from "#lib/emr/sandbox/ledger";
import { badRequest, notFound } from "#lib/kernel/domain-error";
import { withEntityTag } from "#lib/kernel/entity-tag";
import { sandboxBehavior, sandboxWrite } from "./model.ts";

/** Throws `invalid` if the account's EMR is not a simulated one. */
export async function requireSandbox(tx: Transaction, linkedAccountId: string): Promise<void> {
  const [account] = await tx
    .select({ emrType: linkedAccount.emrType })
    .from(linkedAccount)
    .where(eq(linkedAccount.id, linkedAccountId));
  if (!account) throw notFound("Linked account");
  if (isSandbox(account.emrType)) return;
  throw badRequest(
    `Only the behavior and the writes of a sandbox EMR can be read and set; the connected EMR is ${account.emrType}`,
  );
}

/** Returns the simulated EMR's result for a practice. Throws `not_found` if the account has no practice yet. */
function ofPractice<Result>(result: Result | null): Result {
  if (result === null) throw notFound("Sandbox practice");
  return result;
}

/** Returns the simulated EMR's behavior with its tag. Throws `not_found` if the account has no practice yet. */
export const taggedBehavior = (behavior: Behavior | null) => withEntityTag({ ...ofPractice(behavior) });

/** GET /sandbox/behavior: the settings of the simulated EMR (decisions §5). */
export const getSandboxBehavior = defineQuery({
  path: "/sandbox/behavior",
  embed: "account",
  summary: "Get the behavior of the simulated EMR",
  permission: "sandbox:read",
  patientData: false,
  query: noQuery,
  body: z.object({ behavior: sandboxBehavior }),
  etagOf: ({ behavior }) => behavior.etag,
  async read({ tx, linkedAccountId }) {
    await requireSandbox(tx, linkedAccountId);
    return { behavior: taggedBehavior(await readBehavior(linkedAccountId)) };
  },
});

/** Returns the idempotency key of a job's writes. Throws `not_found`, also for a malformed id (decisions §11). */
async function jobKey(tx: Transaction, linkedAccountId: string, jobId: string): Promise<string> {
  if (!/^[1-9]\d{0,14}$/.test(jobId)) throw notFound("Job");
  const [found] = await tx
    .select({ key: job.emrIdempotencyKey })
    .from(job)
    .where(and(eq(job.linkedAccountId, linkedAccountId), eq(job.id, Number(jobId))));
  if (!found) throw notFound("Job");
  return found.key;
}

/**
 * GET /sandbox/writes?job_id=: the records that the simulated EMR has stored for a job, in the order of writing
 * (decisions §5).
 */
export const listSandboxWrites = defineQuery({
  path: "/sandbox/writes",
  embed: "account",
  summary: "List the records that the simulated EMR has stored for a job",
  permission: "sandbox:read",
  patientData: false,
  query: z.object({ job_id: z.string({ error: "must be a string" }) }),
  body: z.object({ writes: z.array(sandboxWrite) }),
  async read({ tx, linkedAccountId, query }) {
    await requireSandbox(tx, linkedAccountId);
    const key = await jobKey(tx, linkedAccountId, query.job_id);
    return { writes: await listWrites(linkedAccountId, writeKeysOf(key)) };
  },
});
