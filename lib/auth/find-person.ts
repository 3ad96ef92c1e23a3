import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { newId } from "#lib/core/id";
import { isStorable } from "#lib/core/storable-text";
import { appUser } from "#lib/db/schema";
import { readTenant } from "#lib/db/tenant";
import { withoutTenant } from "#lib/db/without-tenant";
import type { SessionToken } from "./session-token.ts";

/** A person who may sign in. */
export interface Person {
  userId: string;
  organizationId: string;
  email: string;
  name: string;
  /** Null until one was chosen. */
  passwordHash: string | null;
  sessionVersion: number;
}

/** What an OpenID provider is called, and what it calls a person. */
export interface Identity {
  issuer: string;
  subject: string;
}

type Found = { organization_id: string; user_id: string };

/** Ids of nobody: for an unknown address the same is asked of the database as for a known one. */
const NOBODY: Found = { organization_id: "0".repeat(32), user_id: "0".repeat(32) };

async function lookUp(source: SQL): Promise<Found | undefined> {
  const [found] = await withoutTenant<Found>(
    sql`SELECT replace(organization_id::text, '-', '') AS organization_id, replace(user_id::text, '-', '') AS user_id
        FROM ${source}`,
  );
  return found;
}

async function activePerson({ organization_id: organizationId, user_id: userId }: Found): Promise<Person | null> {
  const [user] = await readTenant({ organizationId, linkedAccountId: null }, (tx) =>
    tx
      .select({
        email: appUser.email,
        name: appUser.name,
        passwordHash: appUser.passwordHash,
        sessionVersion: appUser.sessionVersion,
      })
      .from(appUser)
      .where(and(eq(appUser.id, userId), isNull(appUser.deactivatedAt))),
  );
  return user ? { userId, organizationId, ...user } : null;
}

/** The person with an email address, in any case; null for an unknown and a deactivated one alike. */
export async function findPerson(email: string): Promise<Person | null> {
  const found = isStorable(email) ? await lookUp(sql`find_user(${email.trim().toLowerCase()})`) : undefined;
  return activePerson(found ?? NOBODY);
}

/** Who has come by this identity before: undefined where nobody has, null where they were deactivated since. */
export async function findPersonByIdentity({ issuer, subject }: Identity): Promise<Person | null | undefined> {
  const found = await lookUp(sql`find_user_by_identity(${issuer}, ${subject})`);
  return found && activePerson(found);
}

/** A session of this person that begins now. */
export const newSession = ({ userId, organizationId, sessionVersion }: Person): SessionToken => ({
  sessionId: newId(),
  userId,
  organizationId,
  sessionVersion,
  signedInAt: Math.floor(Date.now() / 1_000),
});
