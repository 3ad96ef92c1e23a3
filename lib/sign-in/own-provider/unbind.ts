import { and, eq, isNotNull } from "drizzle-orm";
import { appSession, ownIdentity } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { endGrounds } from "#lib/security/credentials/grounds";

/**
 * Ends a user's binding to the organization's own provider if the directory's id of them made it, with the sessions that
 * the provider has opened, in the caller's transaction. Returns whether there was one; that of an invitation stays.
 */
export async function unbindDirectoryId(tx: Transaction, userId: string): Promise<boolean> {
  const unbound = await tx
    .delete(ownIdentity)
    .where(and(eq(ownIdentity.userId, userId), isNotNull(ownIdentity.externalId)))
    .returning({ userId: ownIdentity.userId });
  if (unbound.length === 0) return false;
  const ended = await tx
    .delete(appSession)
    .where(and(eq(appSession.userId, userId), eq(appSession.confined, true)))
    .returning({ id: appSession.id });
  endGrounds(tx, ...ended.map(({ id }) => `session:${id}` as const));
  return true;
}
