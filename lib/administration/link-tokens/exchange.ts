import { and, eq } from "drizzle-orm";
import { giveAccessToken } from "#lib/administration/linked-accounts/commands";
import { asOrganization } from "#lib/db/as-organization";
import { linkedAccount, linkToken } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { defineCommand } from "#lib/definitions/command";
import { present } from "#lib/kernel/clock";
import { conflict, invalid } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { hashToken } from "#lib/security/credentials/token-hash";
import { BY_CLIENT } from "./commands.ts";
import { exchangedModel, exchangeInput } from "./model.ts";

type Link = typeof linkToken.$inferSelect;

const ofToken = (message: string) => invalid(problem("public_token", message));

/** Returns the link of a public token, locked. Throws `invalid` for one that is unknown, late or another client's, `conflict` for a used one. */
async function linkOf(tx: Transaction, publicToken: string, clientId: string): Promise<Link> {
  const [link] = await tx
    .select()
    .from(linkToken)
    .where(eq(linkToken.publicHash, hashToken(publicToken)))
    .for("update");
  if (!link) throw ofToken("must be one that a link of this organization has given");
  if (link.apiClientId !== clientId) throw ofToken("belongs to a link that another API client asked for");
  if (link.exchangedAt) throw conflict("This public token was exchanged, and is good once");
  if (!link.publicExpiresAt || link.publicExpiresAt <= present()) {
    throw ofToken("ended 15 minutes after the link: let an admin give the account a new access token");
  }
  return link;
}

/** The condition of what a link has left in the organization that a platform client made (see `leaveReceipt`). */
const isReceiptOf = ({ linkedAccountId, linkedAt }: Link) =>
  and(eq(linkToken.linkedAccountId, linkedAccountId), linkedAt ? eq(linkToken.linkedAt, linkedAt) : undefined);

/** Gives the account of a link an access token, in a transaction of the organization that has it. */
async function accessTo(tx: Transaction, { linkedAccountId: id, repairs }: Link) {
  const [account] = await tx.select().from(linkedAccount).where(eq(linkedAccount.id, id)).for("update");
  if (!account) throw new Error("The linked account of a link is missing");
  return {
    access_token: await giveAccessToken(tx, account, { keepsFormer: repairs }),
    access_token_reference_id: account.accessTokenReferenceId,
    linked_account_id: account.id,
  };
}

/** POST /link-tokens/exchange: exchanges a public token for the access token of the account that was linked, once (additions §5). */
export const exchangePublicToken = defineCommand({
  method: "POST",
  path: "/link-tokens/exchange",
  embed: "account",
  summary: "Exchange a public token for an access token",
  description: `${BY_CLIENT} Only the client that asked for the link may exchange it. After a repair the account is the same, and its former access token is accepted for 24 hours more.`,
  permission: "linked-accounts:link",
  status: 200,
  secret: true,
  input: exchangeInput,
  done: "Public token exchanged",
  body: exchangedModel,
  made: ({ linked_account_id }) => linked_account_id,
  async execute({ tx, principal: { actor }, input }) {
    const link = await linkOf(tx, input.public_token, actor.id);
    const { targetOrganizationId: target } = link;
    const exchangedAt = present();
    const give = () => accessTo(tx, link);
    // The clinic's admin reads in the organization of their own what became of its link.
    const given =
      target === null
        ? await give()
        : await asOrganization(tx, target, async () => {
            await tx.update(linkToken).set({ exchangedAt }).where(isReceiptOf(link));
            return give();
          });
    await tx.update(linkToken).set({ exchangedAt }).where(eq(linkToken.id, link.id));
    return { ...given, organization_id: target ?? link.organizationId };
  },
});
