import { and, eq, sql } from "drizzle-orm";
import { changeRecords } from "#lib/db/record-versions";
import { linkedAccount } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { logger } from "#lib/kernel/logger";
import { type EmrRow, emrAccount } from "./account.ts";
import { connectorOf, storedProfile } from "./connect.ts";
import { EmrError } from "./port/port.ts";
import { type Profile, supportedBy } from "./port/profile.ts";

/** Deadline of a whole probe. */
const PROBE_MS = 30_000;

/** Probes by reads alone. Returns null if the EMR cannot be judged now. */
async function probedAgain(row: EmrRow, before: Profile): Promise<Profile | null> {
  const { connection: schema, probe } = connectorOf(row.emrType);
  if (!probe) return null;
  const { connection, sign, grants } = await emrAccount(row);
  const signal = AbortSignal.timeout(PROBE_MS);
  try {
    const options = { writeProbes: false, signal, before, ...(sign && { sign }), ...(grants && { grants }) };
    const after = await probe(schema?.parse(connection) ?? null, options);
    return after.reachable && supportedBy(after).length > 0 ? after : null;
  } catch (error) {
    if (error instanceof EmrError) return null;
    throw error;
  }
}

/**
 * Probes an account again if a call has contradicted its last probe. An EMR that cannot be judged now keeps its profile,
 * and a profile that changes meanwhile stays: the next sync tries again.
 */
export async function probeAgain(row: EmrRow, now: Date): Promise<void> {
  const before = storedProfile(row.profile);
  if (!before?.contradicted?.length) return;
  const after = await probedAgain(row, before);
  logger.info(
    { linked_account_id: row.id, count: before.contradicted.length, outcome: after ? "probed" : "unknown" },
    "an EMR contradicted its probe",
  );
  if (!after) return;
  const profile = { ...after, probed_again_at: now.toISOString() };
  const isUnchanged = and(
    eq(linkedAccount.linkVersion, row.linkVersion),
    sql`${linkedAccount.profile} = ${JSON.stringify(row.profile)}::jsonb`,
  );
  const { id: linkedAccountId, organizationId } = row;
  await withTenant({ organizationId, linkedAccountId: null }, (tx) => {
    const change = tx
      .update(linkedAccount)
      .set({ profile })
      .where(and(eq(linkedAccount.id, linkedAccountId), isUnchanged))
      .returning({ id: linkedAccount.id });
    return changeRecords(tx, { organizationId, linkedAccountId }, linkedAccount, change);
  });
}
