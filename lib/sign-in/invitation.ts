import { and, eq, gt, isNotNull, isNull, or, sql } from "drizzle-orm";
import { hexIds } from "#lib/db/hex-id";
import { appUser } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { withoutTenant } from "#lib/db/without-tenant";
import { consoleAddress } from "#lib/kernel/addresses";
import { presentMs } from "#lib/kernel/clock";
import { DomainError } from "#lib/kernel/domain-error";
import { environment } from "#lib/kernel/environment";
import { newId } from "#lib/kernel/id";
import { isStorable } from "#lib/kernel/storable-text";
import { enter, personEntries } from "#lib/security/credentials/directory";
import { newToken } from "#lib/security/credentials/new-credentials";
import { hashToken } from "#lib/security/credentials/token-hash";

/** Lifetime of an invitation. */
const VALID_MS = 7 * 24 * 3_600_000;

/** Returns the error for a link that lets nobody in any more. */
export const linkIsOver = () =>
  new DomainError("not_found", "This link no longer works: it was used, replaced or has expired");

/** Returns a new invitation's token and its stored form; the previous invitation ends with it. */
export function newInvitation(): { token: string; hash: string; expiresAt: Date } {
  const token = newToken("invitation");
  return { token, hash: hashToken(token), expiresAt: new Date(presentMs() + VALID_MS) };
}

/**
 * Returns the address where an invited person chooses a password. The token is in the fragment, which browsers send to
 * no server.
 */
export function invitationAddress(token: string): string {
  const env = environment();
  return `${consoleAddress(env, env.PORT)}/invitation#${token}`;
}

/** An invited person; without a name the email address is used. */
interface Invited {
  email: string;
  name?: string | undefined;
  role: (typeof appUser.$inferInsert)["role"];
}

/**
 * Stores an invited person. Returns undefined if the organization already has the address, also as the directory's name of
 * somebody; other organizations may have it too.
 */
export async function inviteUser(tx: Transaction, organizationId: string, { email, name, role }: Invited) {
  const [namesake] = await tx.select({ id: appUser.id }).from(appUser).where(eq(appUser.userName, email));
  if (namesake) return undefined;
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
  if (!user) return undefined;
  await enter(tx, personEntries(user));
  return { user, token, expiresAt };
}

/**
 * Returns the person of a link for choosing a password, an invitation's or a forgotten password's, valid or not; null
 * for neither.
 */
export async function findInvitation(token: string): Promise<{ organizationId: string; userId: string } | null> {
  if (!isStorable(token)) return null;
  const kind = token.startsWith("reset_") ? "password_reset" : "invitation";
  const [found] = await withoutTenant<{ organization_id: string; record_id: string }>(
    sql`SELECT ${hexIds("organization_id", "record_id")} FROM find_in_directory(${kind}, ${hashToken(token)})`,
  );
  return found ? { organizationId: found.organization_id, userId: found.record_id } : null;
}

/** Returns the person who may choose a password with a token now, or undefined if it has expired or was used. */
export async function invitedPerson(tx: Transaction, userId: string, token: string, lock?: "update") {
  const asked = tx
    .select()
    .from(appUser)
    .where(
      and(
        eq(appUser.id, userId),
        or(
          and(eq(appUser.invitationHash, hashToken(token)), gt(appUser.invitationExpiresAt, sql`now()`)),
          and(eq(appUser.resetHash, hashToken(token)), gt(appUser.resetExpiresAt, sql`now()`)),
        ),
        // The password of somebody deactivated at home opens their other organizations.
        or(isNull(appUser.deactivatedAt), isNotNull(appUser.homeUserId)),
      ),
    );
  const [person] = await (lock ? asked.for(lock) : asked);
  return person;
}
