import { and, eq, isNull, ne, or } from "drizzle-orm";
import { appUser } from "#lib/db/schema";
import { readTenant } from "#lib/db/tenant";
import { membershipsWith, peopleOf } from "#lib/sign-in/find-person";
import { activeMemberships, type Person } from "#lib/sign-in/person";

/** A person whom an identity of the deployment's provider may be bound to. */
export interface Candidate {
  person: Person;
  /** The names of the organizations that the person then enters, home first. */
  organizations: string[];
}

/** Returns whether the provider has not bound a person to a subject. */
async function isFree({ organizationId, userId }: Person, issuer: string): Promise<boolean> {
  const free = await readTenant({ organizationId, linkedAccountId: null }, (tx) =>
    tx
      .select({ id: appUser.id })
      .from(appUser)
      .where(and(eq(appUser.id, userId), or(isNull(appUser.identityIssuer), ne(appUser.identityIssuer, issuer)))),
  );
  return free.length > 0;
}

/**
 * Returns the people with a verified address whom a provider has not bound to a subject yet, in the order of invitation, and
 * whether there are others with the address.
 */
export async function candidatesFor(
  email: string,
  issuer: string,
): Promise<{ candidates: Candidate[]; areOthers: boolean }> {
  const memberships = await membershipsWith(email);
  const people = peopleOf(memberships);
  const free = await Promise.all(people.map((person) => isFree(person, issuer)));
  const candidates = people
    .filter((_person, index) => free[index])
    .map((person) => ({
      person,
      organizations: activeMemberships(person.userId, memberships).map(({ organizationName }) => organizationName),
    }));
  return { candidates, areOthers: candidates.length < people.length };
}
