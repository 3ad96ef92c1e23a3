import { hkdfSync } from "node:crypto";
import type { Transaction } from "#lib/db/tenant";
import { consoleAddress } from "#lib/kernel/addresses";
import { presentMs } from "#lib/kernel/clock";
import { environment, required } from "#lib/kernel/environment";
import type { AccountTenant } from "#lib/kernel/principal";
import { callbackEntries, enter } from "#lib/security/credentials/directory";
import { hashToken } from "#lib/security/credentials/token-hash";
import { passedOn } from "./table.ts";

/** Time in which the EMR's event must arrive. */
export const DUE_MS = 24 * 3_600_000;

/**
 * Returns the token of a job's callback: 256 bits that only a holder of ENCRYPTION_KEY can derive. It is the same
 * whenever the job is sent, because a repetition under an idempotency key must have the same body.
 */
const tokenOf = ({ organizationId }: AccountTenant, jobId: number): string =>
  Buffer.from(hkdfSync("sha256", required("ENCRYPTION_KEY"), organizationId, `emr callback ${jobId}`, 32)).toString(
    "base64url",
  );

/** The stored form of the token of a job's callback. */
export const callbackHashOf = (tenant: AccountTenant, jobId: number): string => hashToken(tokenOf(tenant, jobId));

/** Returns the address for the event of a job's end. */
export function callbackUrlOf(tenant: AccountTenant, jobId: number): string {
  const env = environment();
  return `${consoleAddress(env, env.PORT)}/v1/emr-events/${tokenOf(tenant, jobId)}`;
}

/**
 * Opens the callback of a job in the caller's transaction, unless it is open already. `callerWaits`: the operation's
 * caller waits for the EMR's own answer.
 */
export async function openCallback(
  tx: Transaction,
  { organizationId, linkedAccountId }: AccountTenant,
  jobId: number,
  { callerWaits }: { callerWaits: boolean },
): Promise<void> {
  const tenant = { organizationId, linkedAccountId };
  const callbackHash = callbackHashOf(tenant, jobId);
  const dueAt = new Date(presentMs() + DUE_MS);
  // Sent together: an acceptance sends its commit in the same turn.
  await Promise.all([
    tx
      .insert(passedOn)
      .values({ ...tenant, jobId, callbackHash, callerWaits, dueAt })
      .onConflictDoNothing({ target: [passedOn.organizationId, passedOn.jobId] }),
    enter(tx, callbackEntries({ organizationId, linkedAccountId, callbackHash })),
  ]);
}
