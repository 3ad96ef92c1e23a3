import { eq, sql } from "drizzle-orm";
import { embedOrigin, embedSession } from "#lib/db/schema";
import { readTenant } from "#lib/db/tenant";
import { withoutTenant } from "#lib/db/without-tenant";
import { parseId } from "#lib/kernel/id";

/** What the page of an embedded view may say before any token has arrived. */
export interface EmbedPage {
  sessionId: string;
  /** The one origin that it speaks with. */
  origin: string;
  /** The origins that may frame it: all that the organization registered. */
  ancestors: string[];
}

/** The page of a session by its id, wherever it comes from; null where there is none, or it was revoked. */
export async function findEmbedPage(text: string): Promise<EmbedPage | null> {
  const id = parseId(text);
  if (!id) return null;
  const [found] = await withoutTenant<{ organization_id: string | null }>(
    sql`SELECT replace(organization_of_embed_session(${id}::uuid)::text, '-', '') AS organization_id`,
  );
  if (!found?.organization_id) return null;
  return readTenant({ organizationId: found.organization_id, linkedAccountId: null }, async (tx) => {
    const [session, origins] = await Promise.all([
      tx
        .select({ origin: embedSession.origin, revokedAt: embedSession.revokedAt })
        .from(embedSession)
        .where(eq(embedSession.id, id)),
      tx.select({ origin: embedOrigin.origin }).from(embedOrigin).orderBy(embedOrigin.createdAt),
    ]);
    if (!session[0] || session[0].revokedAt) return null;
    return { sessionId: id, origin: session[0].origin, ancestors: origins.map(({ origin }) => origin) };
  });
}
