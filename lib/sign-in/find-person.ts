import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { appUser } from "#lib/db/schema";
import { readTenant } from "#lib/db/tenant";
import { withoutTenant } from "#lib/db/without-tenant";
import { newId } from "#lib/kernel/id";
import { isStorable } from "#lib/kernel/storable-text";
import type { SessionToken } from "./session-token.ts";

/** A person who may sign in. */
export interface Person {
  userId: string;
  organizationId: string;
  email: string;
  name: string;
  /** Null until the person has chosen a password. */
  passwordHash: string | null;
  sessionVersion: number;
}

/** An OpenID provider's issuer and its subject for a person. */
export interface Identity {
  issuer: string;
  subject: string;
}

type Found = { organization_id: string; user_id: string };

/** Ids of no person, so that an unknown address costs as many queries as a known one. */
const NOBODY: Found = { organization_id: "0".repeat(32), user_id: "0".repeat(32) };

const lookUp = (source: SQL): Promise<Found[]> =>
  withoutTenant<Found>(
    sql`SELECT replace(organization_id::text, '-', '') AS organization_id, replace(user_id::text, '-', '') AS user_id
        FROM ${source} ORDER BY user_id`,
  );

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

/**
 * Minimum of people looked up and passwords tried, so that the time does not show how many organizations know an
 * address.
 */
const LEAST_TRIED = 3;

/** Fills a list up to that minimum. */
export const padded = <Entry>(entries: readonly Entry[], filler: Entry): Entry[] => [
  ...entries,
  ...Array<Entry>(Math.max(0, LEAST_TRIED - entries.length)).fill(filler),
];

/**
 * Returns the active people with an email address in any case: one per organization that knows it, in the order of
 * invitation. Returns an empty list for an unknown address.
 */
export async function findPeople(email: string): Promise<Person[]> {
  const found = isStorable(email) ? await lookUp(sql`find_user(${email.trim().toLowerCase()})`) : [];
  const people: Person[] = [];
  for (const each of padded(found, NOBODY)) {
    const person = await activePerson(each);
    if (person) people.push(person);
  }
  return people;
}

/**
 * Returns the person who signed in with this identity before: undefined if there is none, null if they were
 * deactivated.
 */
export async function findPersonByIdentity({ issuer, subject }: Identity): Promise<Person | null | undefined> {
  const [found] = await lookUp(sql`find_user_by_identity(${issuer}, ${subject})`);
  return found && activePerson(found);
}

/** Returns a new session of this person. */
export const newSession = ({ userId, organizationId, sessionVersion }: Person): SessionToken => ({
  sessionId: newId(),
  userId,
  organizationId,
  sessionVersion,
  signedInAt: Math.floor(Date.now() / 1_000),
});
