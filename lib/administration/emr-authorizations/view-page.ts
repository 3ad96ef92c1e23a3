import { and, eq, isNotNull } from "drizzle-orm";
import { linkToken } from "#lib/db/schema";
import { readTenant } from "#lib/db/tenant";
import { DomainError } from "#lib/kernel/domain-error";
import { authenticateEmbed } from "#lib/security/credentials/embed-token";

/**
 * Returns the id of the link whose token this is, if its view is a page of its own: a frame can go nowhere, as EMRs refuse frames.
 * Null for any other token.
 */
export async function linkOfPage(token: string): Promise<string | null> {
  const principal = await authenticateEmbed(token, new Headers()).catch((error: unknown) => {
    if (error instanceof DomainError) return null;
    throw error;
  });
  if (!principal?.embed?.links) return null;
  const { sessionId } = principal.embed;
  const { organizationId } = principal;
  const [link] = await readTenant({ organizationId, linkedAccountId: null }, (tx) =>
    tx
      .select({ id: linkToken.id })
      .from(linkToken)
      .where(and(eq(linkToken.id, sessionId), isNotNull(linkToken.redirectUrl))),
  );
  return link?.id ?? null;
}
