import { and, eq, isNotNull } from "drizzle-orm";
import { isPlatform, standInOf } from "#lib/administration/linked-accounts/made-organization";
import { mailInvitation } from "#lib/administration/users/mail-invitation";
import { asOrganization } from "#lib/db/as-organization";
import { apiClient, linkToken, organization } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { DomainError, invalid, notFound } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { newId, parseId } from "#lib/kernel/id";
import { canMail } from "#lib/mail/queue-mail";
import { clientEntries, enter } from "#lib/security/credentials/directory";
import { newClientId, newToken } from "#lib/security/credentials/new-credentials";
import { hashToken } from "#lib/security/credentials/token-hash";
import { inviteUser } from "#lib/sign-in/invitation";

type Link = typeof linkToken.$inferSelect;

/** What a link token keeps of the organization that gets its account. */
export type Target = Pick<Link, "targetOrganizationId" | "adminEmail">;

const NO_PLATFORM =
  "Not allowed: only a platform client, which the operator of this deployment makes, links in another organization than its own; nothing was saved";

/**
 * Returns where a link token's account will be, of a request that may name an organization. Throws `forbidden` for a client that
 * is no platform client, `not_found` for an organization that it has not made, and `invalid` for a new one if no mail can be sent.
 */
export async function targetOf(
  tx: Transaction,
  clientId: string,
  {
    organization: named,
    admin_email: adminEmail,
  }: { organization?: string | undefined; admin_email?: string | undefined },
): Promise<Target> {
  if (named === undefined) return { targetOrganizationId: null, adminEmail: null };
  if (!(await isPlatform(tx, clientId))) throw new DomainError("forbidden", NO_PLATFORM);
  if (named === "new") {
    if (!canMail()) {
      throw invalid(
        problem("organization", "must not be new: this deployment sends no mail, by which its admin is invited"),
      );
    }
    return { targetOrganizationId: newId(), adminEmail: adminEmail ?? null };
  }
  const id = parseId(named);
  if (!id || !(await hasMade(tx, clientId, id))) throw notFound("Organization");
  return { targetOrganizationId: id, adminEmail: null };
}

/** Returns whether a platform client has made an organization, by a link that was finished, and may still act there. */
async function hasMade(tx: Transaction, clientId: string, organizationId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: linkToken.id })
    .from(linkToken)
    .where(
      and(
        eq(linkToken.apiClientId, clientId),
        eq(linkToken.targetOrganizationId, organizationId),
        isNotNull(linkToken.adminEmail),
        isNotNull(linkToken.linkedAt),
      ),
    )
    .limit(1);
  return rows.length > 0 && (await asOrganization(tx, organizationId, () => standInOf(tx, clientId))) !== undefined;
}

/**
 * Makes the organization of a link, in a transaction that has it as its tenant: with its first admin, who is invited by
 * mail, and a row that stands for the platform client, with its webhook secret and subscriptions, which the admin may revoke.
 */
export async function makeOrganization(
  tx: Transaction,
  { targetOrganizationId: id, adminEmail, apiClientId, organizationName: name }: Link,
  { name: askedBy, webhookSecret, eventTypes, unknownFields }: typeof apiClient.$inferSelect,
): Promise<void> {
  if (id === null || adminEmail === null) throw new Error("The link makes no organization");
  await tx.insert(organization).values({ id, name });
  const invited = await inviteUser(tx, id, { email: adminEmail, role: "admin" });
  if (!invited) throw new Error("The admin was not written");
  await mailInvitation(tx, invited.user, invited);
  const [client] = await tx
    .insert(apiClient)
    .values({
      id: newId(),
      organizationId: id,
      name: askedBy,
      clientId: newClientId(),
      // Nobody knows a secret of this row: the platform client's own is asked for.
      secretHash: hashToken(newToken("secret")),
      webhookSecret,
      eventTypes,
      unknownFields,
      platformClientId: apiClientId,
    })
    .returning();
  if (!client) throw new Error("The row of the platform client was not written");
  await enter(tx, clientEntries(client));
}
