import { asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { linkedAccount, organization } from "#lib/db/schema";
import { readTenant, type Transaction } from "#lib/db/tenant";
import { defineQuery, noQuery } from "#lib/definitions/query";
import {
  capabilitiesOf,
  requiredFieldsOf,
  storedProfile,
  unsupportedFieldsOf,
  unsupportedKindsOf,
} from "#lib/emr/connect";
import { present } from "#lib/kernel/clock";
import { notFound } from "#lib/kernel/domain-error";
import { accountOfPath } from "./account-of-path.ts";
import { backlogOf } from "./backlog.ts";
import { emrOutSince, failedSince } from "./emr-state.ts";
import { freshnessOf } from "./freshness.ts";
import { type LinkedAccountModel, linkedAccountStateModel } from "./model.ts";
import { checkOutage } from "./outage-check.ts";

const accountsOf = (tx: Transaction) =>
  tx
    .select({ account: linkedAccount, organizationName: organization.name })
    .from(linkedAccount)
    .innerJoin(organization, eq(organization.id, linkedAccount.organizationId));

/** Maps a stored linked account to its model. */
export const toLinkedAccount = ({
  account,
  organizationName,
}: Awaited<ReturnType<typeof accountsOf>>[number]): LinkedAccountModel => ({
  id: account.id,
  name: account.name,
  organization_name: organizationName,
  emr_type: account.emrType,
  timezone: account.timezone,
  capabilities: [...capabilitiesOf(account)],
  writes: account.writes,
  required_fields: requiredFieldsOf(account.emrType),
  unsupported_fields: unsupportedFieldsOf(account.emrType),
  unsupported_kinds: unsupportedKindsOf(account),
  synced_at: account.syncedAt?.toISOString() ?? null,
});

/**
 * Returns the organization's linked accounts, from which a signed-in user chooses. Oldest first, so that linking
 * another account changes no user's first one, and unlinked ones last.
 */
export async function listLinkedAccounts(organizationId: string): Promise<LinkedAccountModel[]> {
  const rows = await readTenant({ organizationId, linkedAccountId: null }, (tx) =>
    accountsOf(tx).orderBy(asc(sql`${linkedAccount.unlinkedAt} IS NOT NULL`), asc(linkedAccount.createdAt)),
  );
  return rows.map(toLinkedAccount);
}

/** Returns a linked account of the caller's organization. Throws `not_found`. */
export async function findLinkedAccount(tx: Transaction, id: string): Promise<LinkedAccountModel> {
  const [found] = await accountsOf(tx).where(eq(linkedAccount.id, id));
  if (!found) throw notFound("Linked account");
  return toLinkedAccount(found);
}

/**
 * GET /linked-accounts/{id}: a linked account, the age of its data, and whether its EMR is available. An access token
 * can read only its own account; a user can read any account of the organization.
 */
export const getLinkedAccount = defineQuery({
  path: "/linked-accounts/{id}",
  embed: "open",
  summary: "Get a linked account and the state of its EMR",
  description: "An access token can read only its own linked account, a session every account of the organization.",
  permission: "settings:read",
  patientData: false,
  query: noQuery,
  body: z.object({ linked_account: linkedAccountStateModel }),
  // The EMR's state is derived from jobs, which are visible only through their own account.
  accountOf: accountOfPath,
  async read({ tx, linkedAccountId }) {
    const [found] = await accountsOf(tx).where(eq(linkedAccount.id, linkedAccountId));
    if (!found) throw notFound("Linked account");
    const [outSince, freshness, backlog] = await Promise.all([
      emrOutSince(tx, found.account),
      freshnessOf(tx, found.account),
      backlogOf(tx, found.account, present()),
    ]);
    if (outSince && found.account.unlinkedAt === null) checkOutage(found.account);
    return {
      linked_account: {
        ...toLinkedAccount(found),
        sync_interval_minutes: found.account.syncIntervalMinutes,
        freshness,
        backlog,
        login_required_since: storedProfile(found.account.profile)?.login_required?.at ?? null,
        emr_out_since: outSince?.toISOString() ?? null,
        failed_in_outage: outSince ? await failedSince(tx, linkedAccountId, outSince) : 0,
      },
    };
  },
});
