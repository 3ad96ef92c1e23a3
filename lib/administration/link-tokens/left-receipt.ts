import { eq } from "drizzle-orm";
import { standInOf } from "#lib/administration/linked-accounts/made-organization";
import { asOrganization } from "#lib/db/as-organization";
import { embedSession, linkToken } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import { embedSessionEntries, enter } from "#lib/security/credentials/directory";
import { newToken } from "#lib/security/credentials/new-credentials";
import { hashToken } from "#lib/security/credentials/token-hash";

/**
 * Leaves the organization that a platform client made what its clinic has agreed to, by a link or a repair that was finished: its
 * admin sees it among the links of the row that stands for the client, and prints its receipt. It is no token: nobody knows one, and
 * its public token is exchanged where it was asked for alone.
 */
export async function leaveReceipt(tx: Transaction, link: typeof linkToken.$inferSelect): Promise<void> {
  const { id, targetOrganizationId: organizationId, apiClientId } = link;
  if (organizationId === null) return;
  const [session] = await tx.select().from(embedSession).where(eq(embedSession.id, id));
  if (!session) throw new Error("The token of a link is missing");
  await asOrganization(tx, organizationId, async () => {
    const standIn = await standInOf(tx, apiClientId);
    if (!standIn) throw new Error("The row of the platform client is missing");
    const here = { id: newId(), organizationId, apiClientId: standIn.id };
    const tokenHash = hashToken(newToken(`link_${here.id}`));
    await tx.insert(embedSession).values({ ...session, ...here, tokenHash, permissions: [], revokedAt: link.linkedAt });
    await enter(tx, embedSessionEntries({ ...here, tokenHash }));
    await tx.insert(linkToken).values({ ...link, ...here, targetOrganizationId: null, publicHash: null });
  });
}
