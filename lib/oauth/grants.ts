import { and, eq, isNull } from "drizzle-orm";
import { appUser, mcpToken } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { present } from "#lib/kernel/clock";
import { endGrounds } from "#lib/security/credentials/grounds";

/** A grant: what one person has allowed one client on one linked account. */
export type Grant = typeof mcpToken.$inferSelect;

/** A grant with the person's name, which is null without access for them. */
export interface KnownGrant {
  grant: Grant;
  person: string | null;
}

/** Returns a grant, locked, with its person. */
export async function lockGrant(tx: Transaction, grantId: string): Promise<KnownGrant | null> {
  const [grant] = await tx.select().from(mcpToken).where(eq(mcpToken.id, grantId)).for("update");
  if (!grant) return null;
  const [person] = await tx
    .select({ name: appUser.name })
    .from(appUser)
    .where(and(eq(appUser.id, grant.userId), isNull(appUser.deactivatedAt)));
  return { grant, person: person?.name ?? null };
}

/** Revokes a grant, and with it all its tokens. */
export async function endGrant(tx: Transaction, grant: Grant): Promise<Date> {
  const revokedAt = present();
  await tx.update(mcpToken).set({ revokedAt }).where(eq(mcpToken.id, grant.id));
  endGrounds(tx, `mcp-token:${grant.id}`);
  return revokedAt;
}
