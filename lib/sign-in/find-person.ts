import { and, eq, isNull, sql } from "drizzle-orm";
import { hexIds } from "#lib/db/hex-id";
import { appUser } from "#lib/db/schema";
import { readTenant } from "#lib/db/tenant";
import { withoutTenant } from "#lib/db/without-tenant";
import { isStorable } from "#lib/kernel/storable-text";
import { emailKey, identityKey } from "#lib/security/credentials/directory";

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

type Found = { organization_id: string; record_id: string };

/** Ids of no person, so that an unknown address costs as many queries as a known one. */
const NOBODY: Found = { organization_id: "0".repeat(32), record_id: "0".repeat(32) };

/** The people with an entry in the directory, in the order in which they were invited. */
const lookUp = (kind: "email" | "identity", key: string): Promise<Found[]> =>
  withoutTenant<Found>(
    sql`SELECT ${hexIds("organization_id", "record_id")} FROM find_in_directory(${kind}, ${key}) AS found ORDER BY found.record_id`,
  );

async function activePerson({ organization_id: organizationId, record_id: userId }: Found) {
  const [user] = await readTenant({ organizationId, linkedAccountId: null }, (tx) =>
    tx
      .select({
        email: appUser.email,
        name: appUser.name,
        passwordHash: appUser.passwordHash,
        sessionVersion: appUser.sessionVersion,
        identityIssuer: appUser.identityIssuer,
        identitySubject: appUser.identitySubject,
      })
      .from(appUser)
      .where(and(eq(appUser.id, userId), isNull(appUser.deactivatedAt))),
  );
  if (!user) return null;
  const { identityIssuer: issuer, identitySubject: subject, ...rest } = user;
  const person: Person = { userId, organizationId, ...rest };
  return { person, issuer, subject };
}

/**
 * Minimum of people looked up and passwords tried, so that the response time does not reveal how many organizations
 * have an address.
 */
const MIN_TRIED = 3;

/** Fills a list up to that minimum. */
export const padded = <Entry>(entries: readonly Entry[], filler: Entry): Entry[] => [
  ...entries,
  ...Array<Entry>(Math.max(0, MIN_TRIED - entries.length)).fill(filler),
];

/**
 * Returns the active people with an email address (case-insensitive): at most one per organization, in the order of
 * invitation. Returns an empty list for an unknown address.
 */
export async function findPeople(email: string): Promise<Person[]> {
  const found = isStorable(email) ? await lookUp("email", emailKey(email.trim().toLowerCase())) : [];
  const people: Person[] = [];
  for (const each of padded(found, NOBODY)) {
    const active = await activePerson(each);
    if (active) people.push(active.person);
  }
  return people;
}

/**
 * Returns the person who signed in with this identity before: undefined if there is none, null if they were
 * deactivated.
 */
export async function findPersonByIdentity({ issuer, subject }: Identity): Promise<Person | null | undefined> {
  const [entry] = await lookUp("identity", identityKey(issuer, subject));
  if (!entry) return undefined;
  const found = await activePerson(entry);
  if (!found) return null;
  return found.issuer === issuer && found.subject === subject ? found.person : undefined;
}
