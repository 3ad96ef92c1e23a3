import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { appUser } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { withoutTenant } from "#lib/db/without-tenant";
import { consoleAddress } from "#lib/kernel/addresses";
import { environment } from "#lib/kernel/environment";
import { newId } from "#lib/kernel/id";
import { isStorable } from "#lib/kernel/storable-text";
import { newToken } from "#lib/security/credentials/new-credentials";
import { hashToken } from "#lib/security/credentials/token-hash";

/** A link to choose a password works for so long. */
const VALID_MS = 7 * 24 * 3_600_000;

/** A new link's token, and what is stored of it; the one before no longer works. */
export function newInvitation(): { token: string; hash: string; expiresAt: Date } {
  const token = newToken("invitation");
  return { token, hash: hashToken(token), expiresAt: new Date(Date.now() + VALID_MS) };
}

/** The address of the page where a password is chosen. Its secret stands behind the #, which no server is sent. */
export function invitationAddress(token: string): string {
  const env = environment();
  return `${consoleAddress(env, env.PORT)}/invitation#${token}`;
}

/** A person who is invited; without a name the address stands for it. */
interface Invited {
  email: string;
  name?: string | undefined;
  role: (typeof appUser.$inferInsert)["role"];
}

/**
 * Writes a person who may choose a password; undefined where the organization knows the address already. What others know
 * makes no difference: a person is somebody else in each organization.
 */
export async function inviteUser(tx: Transaction, organizationId: string, { email, name, role }: Invited) {
  const { token, hash, expiresAt } = newInvitation();
  const [user] = await tx
    .insert(appUser)
    .values({
      id: newId(),
      organizationId,
      email,
      name: name ?? email,
      passwordHash: null,
      role,
      invitationHash: hash,
      invitationExpiresAt: expiresAt,
    })
    .onConflictDoNothing({ target: [appUser.organizationId, appUser.email] })
    .returning();
  return user && { user, token, expiresAt };
}

/** Whom a link's token names, whether or not it may still be used; null for none. */
export async function findInvitation(token: string): Promise<{ organizationId: string; userId: string } | null> {
  if (!isStorable(token)) return null;
  const [found] = await withoutTenant<{ organization_id: string; user_id: string }>(
    sql`SELECT replace(organization_id::text, '-', '') AS organization_id, replace(user_id::text, '-', '') AS user_id
        FROM find_invitation(${hashToken(token)})`,
  );
  return found ? { organizationId: found.organization_id, userId: found.user_id } : null;
}

/** The person whom a token lets choose a password now; undefined where it has expired or was used. */
export async function invitedPerson(tx: Transaction, userId: string, token: string, lock?: "update") {
  const asked = tx
    .select()
    .from(appUser)
    .where(
      and(
        eq(appUser.id, userId),
        eq(appUser.invitationHash, hashToken(token)),
        gt(appUser.invitationExpiresAt, sql`now()`),
        isNull(appUser.deactivatedAt),
      ),
    );
  const [person] = await (lock ? asked.for(lock) : asked);
  return person;
}
