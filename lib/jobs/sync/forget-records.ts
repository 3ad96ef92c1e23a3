import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { getTableConfig, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import { asAccount } from "#lib/db/account-of-organization";
import { ownOrganization } from "#lib/db/own-organization";
import { replaceVersion } from "#lib/db/record-versions";
import { embedSession, patientName, patientWord, recordChange, syncKind, syncSeen, syncSetAside } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { forgetFirstSync } from "#lib/definitions/first-sync";
import { draft } from "#lib/drafts/table";
import { emrEventArrived } from "#lib/jobs/emr-events/table";
import { accountFreshness } from "#lib/jobs/freshness/table";
import type { AccountTenant } from "#lib/kernel/principal";
import { orderCatalogItem } from "#lib/resources/orders/table";
import { visitStatus } from "#lib/resources/visit-statuses/table";
import { endGrounds } from "#lib/security/credentials/grounds";
import { SYNCED_KINDS } from "./kinds.ts";

/** Rows that one statement removes: few enough for its timeout, even if each is a document with its file. */
const SLICE = 2_000;

/** The tables of records that were read from the EMR. */
const READ: readonly PgTable[] = [
  ...SYNCED_KINDS.flatMap(({ rows }) => rows?.table ?? []),
  patientName,
  patientWord,
  visitStatus,
];

/** Returns the column of a table that tells the rows of an organization or account apart. */
function keyOf(table: PgTable): PgColumn {
  const key = getTableConfig(table).primaryKeys[0]?.columns.at(-1);
  if (!key) throw new Error("A table of records has a primary key");
  return key;
}

/**
 * Removes an account's rows of a table, in slices along its key: a slice that began anew would read all rows again that
 * the transaction has removed before.
 */
async function empty(tx: Transaction, tenant: AccountTenant, table: PgTable): Promise<void> {
  const key = keyOf(table);
  const all = sql`organization_id = ${ownOrganization} AND linked_account_id = ${tenant.linkedAccountId}`;
  for (let left: SQL = all; ; ) {
    const { rows } = await tx.execute<{ key: string }>(
      sql`SELECT ${key}::text AS key FROM ${table} WHERE ${left} ORDER BY ${key} LIMIT ${SLICE}`,
    );
    const last = rows.at(-1)?.key;
    if (last === undefined) return;
    await replaceVersion(tx, tenant, table, sql`DELETE FROM ${table} WHERE ${left} AND ${key} <= ${last} RETURNING 1`);
    if (rows.length < SLICE) return;
    left = sql`${all} AND ${key} > ${last}`;
  }
}

/** Removes the feed of the former EMR's changes, and lets none of its cursors go on. */
async function endFeed(tx: Transaction, { organizationId, linkedAccountId }: AccountTenant): Promise<void> {
  await tx.execute(
    sql`INSERT INTO change_head AS head (organization_id, linked_account_id, position, linked_from)
        VALUES (${organizationId}, ${linkedAccountId}, 1, 1)
        ON CONFLICT (organization_id, linked_account_id)
          DO UPDATE SET position = head.position + 1, linked_from = head.position + 1`,
  );
  await tx.delete(recordChange).where(eq(recordChange.linkedAccountId, linkedAccountId));
}

/**
 * Forgets all that was read from an account's EMR, because the account leads to another one from the caller's
 * transaction on: its records, how far they were read, the drafts and embedded views about its patients. The caller has
 * locked the account for a change of its link, so that no page of the former EMR is stored afterwards.
 */
export const forgetRecords = (tx: Transaction, tenant: AccountTenant): Promise<void> =>
  asAccount(tx, tenant.linkedAccountId, async () => {
    const { linkedAccountId } = tenant;
    for (const table of READ) await empty(tx, tenant, table);
    for (const table of [syncKind, syncSeen, syncSetAside, orderCatalogItem, emrEventArrived, accountFreshness])
      await tx.delete(table).where(eq(table.linkedAccountId, linkedAccountId));
    await tx.delete(draft).where(and(eq(draft.linkedAccountId, linkedAccountId), isNull(draft.jobId)));
    const ended = await tx
      .update(embedSession)
      .set({ revokedAt: sql`now()` })
      .where(and(eq(embedSession.linkedAccountId, linkedAccountId), isNull(embedSession.revokedAt)))
      .returning({ id: embedSession.id });
    await endFeed(tx, tenant);
    forgetFirstSync(tx, linkedAccountId);
    endGrounds(tx, ...ended.map(({ id }) => `embed-session:${id}` as const));
  });

/**
 * Lets the next sync read all records of an account from their beginning, because they mean something else from the
 * caller's transaction on; until then they are shown as they were read. The caller has locked the account (see above).
 */
export const readRecordsAnew = (tx: Transaction, tenant: AccountTenant): Promise<void> =>
  asAccount(tx, tenant.linkedAccountId, async () => {
    await tx
      .update(syncKind)
      .set({ reading: false, since: null })
      .where(eq(syncKind.linkedAccountId, tenant.linkedAccountId));
  });
