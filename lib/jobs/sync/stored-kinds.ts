import { sql } from "drizzle-orm";
import { ownOrganization } from "#lib/db/own-organization";
import type { Transaction } from "#lib/db/tenant";
import type { SyncKind } from "#lib/emr/port/port";
import type { AccountTenant } from "#lib/kernel/principal";
import { SYNCED_KINDS } from "./kinds.ts";

/** Returns the kinds of which an account has at least one record stored. */
export async function storedKinds(
  tx: Transaction,
  { linkedAccountId }: Pick<AccountTenant, "linkedAccountId">,
): Promise<ReadonlySet<SyncKind>> {
  const each = SYNCED_KINDS.flatMap(({ kind, rows }) =>
    rows === null
      ? []
      : [
          sql`SELECT ${kind}::text AS kind
              WHERE EXISTS (SELECT FROM ${rows.table} WHERE organization_id = ${ownOrganization}
                AND linked_account_id = ${linkedAccountId})`,
        ],
  );
  const { rows } = await tx.execute<{ kind: SyncKind }>(sql.join(each, sql` UNION ALL `));
  return new Set(rows.map(({ kind }) => kind));
}
