import { eq } from "drizzle-orm";
import { linkedAccount, organization } from "#lib/db/schema";
import { keyset } from "#lib/definitions/keyset";
import { defineList } from "#lib/definitions/list";
import { type ManagedAccountModel, managedAccountModel } from "./model.ts";
import { toLinkedAccount } from "./queries.ts";

/** Maps a linked account to the model for admins, without its token and secrets. */
export const toManagedAccount = (
  account: typeof linkedAccount.$inferSelect,
  organizationName: string,
): ManagedAccountModel => ({
  ...toLinkedAccount({ account, organizationName }),
  active: account.unlinkedAt === null,
  user_active: account.userActive,
  access_token_reference_id: account.accessTokenReferenceId,
  created_at: account.createdAt.toISOString(),
});

/** GET /linked-accounts: linked accounts of the organization, oldest first (decisions §5). */
export const listManagedAccounts = defineList({
  path: "/linked-accounts",
  embed: "account",
  summary: "List the organization's linked accounts",
  description:
    "Includes unlinked accounts. API clients may list them, but only an account's own access token can read its records.",
  permission: "linked-accounts:read",
  patientData: false,
  key: "linked_accounts",
  model: managedAccountModel,
  table: linkedAccount,
  scope: "organizationId",
  order: keyset("asc", linkedAccount.id),
  async toModels(rows, { tx, organizationId }) {
    const [found] = await tx
      .select({ name: organization.name })
      .from(organization)
      .where(eq(organization.id, organizationId));
    return rows.map((row) => toManagedAccount(row, found?.name ?? ""));
  },
});
