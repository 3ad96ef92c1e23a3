import { and, eq, sql } from "drizzle-orm";
import { changeRecords } from "#lib/db/record-versions";
import { linkedAccount } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import type { EmrRow } from "#lib/emr/account";
import { storedProfile } from "#lib/emr/connect";
import type { UnreadEvent } from "#lib/emr/port/port";
import { present } from "#lib/kernel/clock";
import { logger } from "#lib/kernel/logger";
import type { AccountTenant } from "#lib/kernel/principal";
import { emrEventArrived, emrEventTaken } from "./table.ts";

/** Notes in the account how many events were set aside, and why the latest was. */
async function noteInAccount({ id, organizationId, linkVersion }: EmrRow, count: number, reason: string) {
  await withTenant({ organizationId, linkedAccountId: null }, async (tx) => {
    const mine = and(eq(linkedAccount.id, id), eq(linkedAccount.linkVersion, linkVersion));
    const [found] = await tx.select({ profile: linkedAccount.profile }).from(linkedAccount).where(mine).for("update");
    const profile = storedProfile(found?.profile ?? null);
    if (!profile) return;
    const events_set_aside = {
      count: (profile.events_set_aside?.count ?? 0) + count,
      at: present().toISOString(),
      reason,
    };
    const change = tx
      .update(linkedAccount)
      .set({ profile: { ...profile, events_set_aside } })
      .where(mine)
      .returning({ id: linkedAccount.id });
    await changeRecords(tx, { organizationId, linkedAccountId: id }, linkedAccount, change);
  });
}

/** Sets events aside that cannot have an effect: each once, said in the account and the log by its reason alone. */
export async function setEventsAside(
  { organizationId, linkedAccountId }: AccountTenant,
  account: EmrRow,
  events: readonly UnreadEvent[],
): Promise<void> {
  const tenant = { organizationId, linkedAccountId };
  const [last] = events.slice(-1);
  if (!last) return;
  const ids = events.map(({ id }) => id);
  const fresh = await withTenant(tenant, async (tx) => {
    const taken = await tx
      .insert(emrEventTaken)
      .values(ids.map((eventId) => ({ ...tenant, eventId, takenAt: present() })))
      .onConflictDoNothing()
      .returning({ id: emrEventTaken.eventId });
    await tx
      .delete(emrEventArrived)
      .where(
        and(
          eq(emrEventArrived.linkedAccountId, linkedAccountId),
          sql`${emrEventArrived.eventId} = ANY (${sql.param(ids)}::text[])`,
        ),
      );
    return taken.length;
  });
  if (fresh === 0) return;
  logger.warn({ linked_account_id: linkedAccountId, count: fresh }, `events of an EMR were set aside: ${last.reason}`);
  await noteInAccount(account, fresh, last.reason);
}
