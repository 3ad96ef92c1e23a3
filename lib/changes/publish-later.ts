import { and, asc, eq, gt, lte, sql } from "drizzle-orm";
import { event, recordChange } from "#lib/db/schema";
import { type Transaction, withTenant } from "#lib/db/tenant";
import type { AccountTenant } from "#lib/kernel/principal";
import type { Payloads } from "#lib/queue/queues";
import type { ChangeKind } from "./kinds.ts";
import { type Entry, eventIdOf, publishChanges } from "./publish.ts";

/** Entries whose events are written in one transaction. */
const PAGE = 500;

/** Returns the next entries of changes that were found in the EMR, in their order. */
async function entriesOf(tx: Transaction, account: string, after: number, to: number): Promise<Entry[]> {
  const { position, kind, change, recordId, ehrId, patientMrn, updatedFields, record, at } = recordChange;
  const rows = await tx
    .select({ position, kind, change, recordId, ehrId, patientMrn, updatedFields, record, at })
    .from(recordChange)
    .where(
      and(
        eq(recordChange.linkedAccountId, account),
        gt(position, after),
        lte(position, to),
        eq(recordChange.own, false),
      ),
    )
    .orderBy(asc(position))
    .limit(PAGE);
  return rows.map((row) => ({ ...row, kind: row.kind as ChangeKind }));
}

/** Returns those of the entries whose events are not written yet. */
async function unpublished(tx: Transaction, account: string, entries: readonly Entry[]): Promise<Entry[]> {
  const byId = new Map(entries.map((entry) => [eventIdOf(account, entry), entry]));
  const written = await tx
    .select({ id: event.id })
    .from(event)
    .where(and(eq(event.linkedAccountId, account), sql`${event.id} = ANY (${sql.param([...byId.keys()])}::uuid[])`));
  for (const { id } of written) byId.delete(id);
  return [...byId.values()];
}

/** Publishes a page of entries. Returns the last one's position; null if there are no more. */
const publishPage = (tenant: AccountTenant, after: number, to: number): Promise<number | null> =>
  withTenant(tenant, async (tx) => {
    const entries = await entriesOf(tx, tenant.linkedAccountId, after, to);
    const left = await unpublished(tx, tenant.linkedAccountId, entries);
    await publishChanges(tx, tenant, left);
    return entries.at(-1)?.position ?? null;
  });

/**
 * Publishes the changes of some positions in an account's feed, page by page. Repeated after a failure, or while another process is at
 * it, it writes no event twice: the loser's page fails by its events' ids. What an unlinking has removed from the feed is not published.
 */
export async function publishLater({ organizationId, linkedAccountId, from, to }: Payloads["changes"]): Promise<void> {
  for (let last: number | null = from - 1; last !== null; )
    last = await publishPage({ organizationId, linkedAccountId }, last, to);
}
