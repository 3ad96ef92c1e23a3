import { and, eq, isNull, sql } from "drizzle-orm";
import { isStorable } from "#lib/core/storable-text";
import { appUser } from "#lib/db/schema";
import { readTenant } from "#lib/db/tenant";
import { withoutTenant } from "#lib/db/without-tenant";
import type { SessionToken } from "./session-token.ts";

/** A person who may sign in. */
export interface Person {
  userId: string;
  organizationId: string;
  /** Null until one was chosen. */
  passwordHash: string | null;
  sessionVersion: number;
}

/** Ids of nobody: for an unknown address the same is asked of the database as for a known one. */
const NOBODY = { organization_id: "0".repeat(32), user_id: "0".repeat(32) };

async function findUser(email: string): Promise<(typeof NOBODY)[]> {
  if (!isStorable(email)) return [];
  return withoutTenant<typeof NOBODY>(
    sql`SELECT replace(organization_id::text, '-', '') AS organization_id, replace(user_id::text, '-', '') AS user_id
        FROM find_user(${email.trim().toLowerCase()})`,
  );
}

/** The person with an email address, in any case; null for an unknown and a deactivated one alike. */
export async function findPerson(email: string): Promise<Person | null> {
  const [found = NOBODY] = await findUser(email);
  const [user] = await readTenant({ organizationId: found.organization_id, linkedAccountId: null }, (tx) =>
    tx
      .select({ passwordHash: appUser.passwordHash, sessionVersion: appUser.sessionVersion })
      .from(appUser)
      .where(and(eq(appUser.id, found.user_id), isNull(appUser.deactivatedAt))),
  );
  return user ? { userId: found.user_id, organizationId: found.organization_id, ...user } : null;
}

/** A session of this person that begins now. */
export const newSession = ({ userId, organizationId, sessionVersion }: Person): SessionToken => ({
  userId,
  organizationId,
  sessionVersion,
  signedInAt: Math.floor(Date.now() / 1_000),
});
