import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { afterCommit } from "#lib/db/door";
import { ownOrganization } from "#lib/db/own-organization";
import { prepared } from "#lib/db/prepared";
import { linkedAccount } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { SYNC_KINDS } from "#lib/emr/port/sync";
import { singleton } from "#lib/kernel/singleton";

/** `warnings` of a list of synchronized records. */
export const syncWarnings = {
  warnings: z
    .array(z.string())
    .optional()
    .describe(
      "Names the kinds of records that are not whole yet, until the account's first sync is complete, and says how old the records are while the EMR refuses the account's credentials",
    ),
};

/**
 * For how long a process remembers which kinds of an account are not whole yet. An account that was whole is not once
 * it is linked to another EMR.
 */
const REMEMBERED_MS = 2_000;

/** Cached warnings of an account, valid until a moment (epoch milliseconds). */
interface Known {
  warnings: string[];
  until: number;
}

const known = () => singleton("first-syncs", () => new Map<string, Known>());

const kindsOf = prepared((tx) =>
  tx
    .select({
      synced: sql<boolean>`${linkedAccount.syncedAt} IS NOT NULL`,
      syncedAt: linkedAccount.syncedAt,
      refusedSince: sql<string | null>`${linkedAccount.profile} -> 'login_required' ->> 'at'`,
      begun: sql<boolean>`EXISTS (SELECT FROM sync_kind WHERE organization_id = ${ownOrganization}
        AND linked_account_id = ${sql.placeholder("account")})`,
      lacking: sql<string[]>`ARRAY(SELECT kind FROM sync_kind
        WHERE organization_id = ${ownOrganization} AND linked_account_id = ${sql.placeholder("account")}
          AND synced_at IS NULL)`,
    })
    .from(linkedAccount)
    .where(eq(linkedAccount.id, sql.placeholder("account"))),
);

/** Reads the warnings, and remembers them. Sends one statement. */
async function look(tx: Transaction, account: string): Promise<string[]> {
  const [state] = await kindsOf(tx).execute({ account });
  const lacking = SYNC_KINDS.filter((kind) => (state?.begun ? state.lacking.includes(kind) : !state?.synced));
  const warnings =
    lacking.length > 0
      ? [`The first sync of the account is not complete: ${lacking.join(", ")} are not whole yet`]
      : [];
  if (state?.refusedSince) {
    const read = state.syncedAt === null ? "" : `, at ${state.syncedAt.toISOString()}`;
    warnings.push(
      `The EMR refuses the credentials of the account since ${state.refusedSince}: records are as they were read last${read}`,
    );
  }
  known().set(account, { warnings, until: performance.now() + REMEMBERED_MS });
  return warnings;
}

/** Forgets with the caller's transaction whether an account is whole; other processes do within 2 seconds. */
export const forgetFirstSync = (tx: Transaction, account: string): void =>
  afterCommit(tx, () => known().delete(account));

/**
 * Returns warnings that name the kinds of records that an account's first sync has not brought completely (decisions
 * §12). Sends its statement at once, if the process does not know the answer: call it before the other statements of the
 * same packet, and await it after them.
 */
export function firstSyncWarnings(tx: Transaction, account: string): Promise<string[]> | string[] {
  const found = known().get(account);
  if (found && found.until > performance.now()) return found.warnings;
  const warnings = look(tx, account);
  // The caller may fail before it awaits this.
  warnings.catch(() => undefined);
  return warnings;
}
