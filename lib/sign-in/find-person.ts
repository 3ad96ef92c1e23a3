import { eq, sql } from "drizzle-orm";
import { hexIds } from "#lib/db/hex-id";
import { appUser, organization } from "#lib/db/schema";
import { readTenant } from "#lib/db/tenant";
import { withoutTenant } from "#lib/db/without-tenant";
import { storedForms } from "#lib/kernel/email-address";
import { isStorable } from "#lib/kernel/storable-text";
import { emailKey, identityKey } from "#lib/security/credentials/directory";
import { isAtHome, type Membership, type Person, personOf } from "./person.ts";

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

async function membershipOf({ organization_id: organizationId, record_id: userId }: Found) {
  const [found] = await readTenant({ organizationId, linkedAccountId: null }, (tx) =>
    tx
      .select({ user: appUser, organizationName: organization.name })
      .from(appUser)
      .innerJoin(organization, eq(organization.id, appUser.organizationId))
      .where(eq(appUser.id, userId)),
  );
  return found;
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
 * Returns the users of all organizations with an email address (case-insensitive), deactivated ones too, in the order
 * of invitation. Each has the address once per organization.
 */
export async function membershipsWith(email: string): Promise<Membership[]> {
  const forms = isStorable(email) ? storedForms(email) : [];
  const found = (await Promise.all(forms.map((form) => lookUp("email", emailKey(form))))).flat();
  const memberships: Membership[] = [];
  for (const each of padded(found, NOBODY)) {
    const membership = await membershipOf(each);
    if (membership) memberships.push(membership);
  }
  return memberships;
}

/** Returns the people of all memberships with an address, as `findPeople` does. */
export const peopleOf = (memberships: readonly Membership[]): Person[] =>
  memberships.filter(({ user }) => isAtHome(user)).flatMap(({ user }) => personOf(user, memberships) ?? []);

/**
 * Returns the people with an email address (case-insensitive) who are active in some organization, in the order of
 * invitation: one per organization, or one for several whose memberships the person has joined. Returns an empty list
 * for an unknown address.
 */
export const findPeople = async (email: string): Promise<Person[]> => peopleOf(await membershipsWith(email));

/**
 * Returns the person who signed in with this identity before: undefined if there is none, null if they were
 * deactivated.
 */
export async function findPersonByIdentity({ issuer, subject }: Identity): Promise<Person | null | undefined> {
  const [entry] = await lookUp("identity", identityKey(issuer, subject));
  const user = entry && (await membershipOf(entry))?.user;
  if (user?.identityIssuer !== issuer || user.identitySubject !== subject) return undefined;
  return (await findPeople(user.email)).find(({ userId }) => userId === user.id) ?? null;
}
