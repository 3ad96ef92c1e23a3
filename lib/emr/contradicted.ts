import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { changeRecords } from "#lib/db/record-versions";
import { linkedAccount } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { present } from "#lib/kernel/clock";
import { enqueue } from "#lib/queue/queue";
import { storedProfile } from "./connect.ts";
import type { Link } from "./link.ts";
import type { Profile } from "./port/profile.ts";

/** Pause between two probes that calls have caused: an EMR that is inconsistent must not be probed in a loop. */
const PAUSE_MS = 24 * 60 * 60_000;

interface Account extends Link {
  /** The profile with which the connection was opened. */
  profile: Record<string, unknown> | null;
}

/** Returns when the account may be probed again; null if it may be now. */
function laterThan({ probed_again_at: last }: Profile, now: Date): Date | null {
  const earliest = last === undefined ? 0 : Date.parse(last) + PAUSE_MS;
  return earliest > now.getTime() ? new Date(earliest) : null;
}

/**
 * Notes that a call contradicted a finding of the last probe. The next connection counts the finding as unknown, and a
 * sync is queued, before which the account is probed again. Does nothing if another probe has replaced the profile, or if
 * the account has another link by now.
 */
export async function noteContradiction(
  { id, organizationId, linkVersion, profile: opened }: Account,
  finding: string,
  now = present(),
): Promise<void> {
  await withTenant({ organizationId, linkedAccountId: null }, async (tx) => {
    const [found] = await tx.select().from(linkedAccount).where(eq(linkedAccount.id, id)).for("update");
    if (found?.linkVersion !== linkVersion) return;
    const profile = storedProfile(found.profile);
    if (!profile || !isDeepStrictEqual(profile.findings, storedProfile(opened)?.findings)) return;
    const { contradicted = [] } = profile;
    if (contradicted.includes(finding)) return;
    const changed = { ...profile, contradicted: [...contradicted, finding] };
    const change = tx
      .update(linkedAccount)
      .set({ profile: changed })
      .where(eq(linkedAccount.id, id))
      .returning({ id: linkedAccount.id });
    await changeRecords(tx, { organizationId, linkedAccountId: id }, linkedAccount, change);
    // An earlier contradiction has queued a sync already.
    if (contradicted.length > 0) return;
    const startAfter = laterThan(profile, now);
    const request = { organizationId, linkedAccountId: id, requestedAt: now.toISOString() };
    await enqueue(tx, "syncs", request, { group: id, ...(startAfter && { startAfter }) });
  });
}

/** Returns a function that notes each finding once per connection, since calls may contradict it a thousand times. */
export function contradictionsOf(account: Account): (finding: string) => Promise<void> {
  const noted = new Set<string>();
  return async (finding) => {
    if (noted.has(finding)) return;
    noted.add(finding);
    await noteContradiction(account, finding);
  };
}
