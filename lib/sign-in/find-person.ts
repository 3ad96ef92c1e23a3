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

/** Ids of nobody: for an unknown address as much is asked of the database as for a known one. */
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

/** As many people are looked for, and passwords tried, at the least: fewer organizations that know an address do not show. */
const LEAST_TRIED = 3;

/** Fills a list up to as many as are looked for at the least. */
export const padded = <Entry>(entries: readonly Entry[], filler: Entry): Entry[] => [
  ...entries,
  ...Array<Entry>(Math.max(0, LEAST_TRIED - entries.length)).fill(filler),
];

/**
 * The people with an email address, in any case: one for each organization that knows it, who was invited first before the
 * others. None for an unknown address; those who were deactivated are left out.
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

/** Who has come by this identity before: undefined where nobody has, null where they were deactivated since. */
export async function findPersonByIdentity({ issuer, subject }: Identity): Promise<Person | null | undefined> {
  const [found] = await lookUp(sql`find_user_by_identity(${issuer}, ${subject})`);
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
