import { and, eq, isNull, sql } from "drizzle-orm";
import { isStorable } from "#lib/core/storable-text";
import { appUser } from "#lib/db/schema";
import { readTenant } from "#lib/db/tenant";
import { withoutTenant } from "#lib/db/without-tenant";
import { singleton } from "#lib/runtime/singleton";
import { hashPassword, verifyPassword } from "./password.ts";
import type { SessionToken } from "./session-token.ts";

/** A hash that no password matches: an unknown address must take as long to refuse as a wrong password. */
const decoy = () => singleton("decoy-password-hash", () => hashPassword(crypto.randomUUID()));

/** Ids of nobody: for an unknown address the same is asked of the database as for a known one. */
const NOBODY = { organization_id: "0".repeat(32), user_id: "0".repeat(32) };

/** Longer than any address and any password may be: nothing is hashed for those. */
const LONGEST = 1_024;

/**
 * Who signs in with an email and a password; null for every reason alike, and after the same work. How often one may try
 * is lib/auth/sign-in-throttle.ts's to say.
 */
export async function checkPassword(email: string, password: string): Promise<SessionToken | null> {
  if (email.length > LONGEST || password.length > LONGEST) return null;
  const [unmatched, [found = NOBODY]] = await Promise.all([decoy(), findUser(email)]);
  const [user] = await readTenant({ organizationId: found.organization_id, linkedAccountId: null }, (tx) =>
    tx
      .select({ passwordHash: appUser.passwordHash, sessionVersion: appUser.sessionVersion })
      .from(appUser)
      .where(and(eq(appUser.id, found.user_id), isNull(appUser.deactivatedAt))),
  );
  const matches = await verifyPassword(user?.passwordHash ?? unmatched, password);
  if (!matches || !user) return null;
  return {
    userId: found.user_id,
    organizationId: found.organization_id,
    sessionVersion: user.sessionVersion,
    signedInAt: Math.floor(Date.now() / 1_000),
  };
}

async function findUser(email: string): Promise<(typeof NOBODY)[]> {
  if (!isStorable(email)) return [];
  return withoutTenant<typeof NOBODY>(
    sql`SELECT replace(organization_id::text, '-', '') AS organization_id, replace(user_id::text, '-', '') AS user_id
        FROM find_user(${email.trim().toLowerCase()})`,
  );
}
