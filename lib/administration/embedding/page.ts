import { eq, sql } from "drizzle-orm";
import { hexIds } from "#lib/db/hex-id";
import { embedOrigin, embedSession, linkToken } from "#lib/db/schema";
import { readTenant } from "#lib/db/tenant";
import { withoutTenant } from "#lib/db/without-tenant";
import { parseId } from "#lib/kernel/id";

/** The data that the page of an embedded view may contain before a token has arrived. */
export interface EmbedPage {
  sessionId: string;
  /** The only origin that the page exchanges messages with. */
  origin: string;
  /** The origins that may frame the page: all that the organization has registered, but of a link its own alone. */
  ancestors: string[];
  /** Whether the page links an EMR, in a frame or as a page of its own that ends elsewhere; null for other views. */
  links: "framed" | "alone" | null;
}

/** Finds the page of a session by id, across organizations; null if the session is unknown or revoked. */
export async function findEmbedPage(text: string): Promise<EmbedPage | null> {
  const id = parseId(text);
  if (!id) return null;
  const [found] = await withoutTenant<{ organization_id: string | null }>(
    sql`SELECT ${hexIds("organization_id")} FROM organization_of('embed_token', ${id}::uuid) AS organization_id`,
  );
  if (!found?.organization_id) return null;
  return readTenant({ organizationId: found.organization_id, linkedAccountId: null }, async (tx) => {
    const [session, origins] = await Promise.all([
      tx
        .select({
          origin: embedSession.origin,
          revokedAt: embedSession.revokedAt,
          link: linkToken.id,
          redirectUrl: linkToken.redirectUrl,
        })
        .from(embedSession)
        .leftJoin(linkToken, eq(linkToken.id, embedSession.id))
        .where(eq(embedSession.id, id)),
      tx.select({ origin: embedOrigin.origin }).from(embedOrigin).orderBy(embedOrigin.createdAt),
    ]);
    const [found] = session;
    if (!found || found.revokedAt) return null;
    const { origin, link, redirectUrl } = found;
    if (link === null) return { sessionId: id, origin, ancestors: origins.map((each) => each.origin), links: null };
    // Nobody may lay a page of its own under theirs.
    const isAlone = redirectUrl !== null;
    return { sessionId: id, origin, ancestors: isAlone ? [] : [origin], links: isAlone ? "alone" : "framed" };
  });
}
