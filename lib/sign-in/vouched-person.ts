import { and, eq, isNotNull, isNull, ne, or } from "drizzle-orm";
import { z } from "zod";
import { appUser } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { logger } from "#lib/kernel/logger";
import { oneLineName } from "#lib/kernel/one-line";
import { isStorable } from "#lib/kernel/storable-text";
import { personEntries, reenter } from "#lib/security/credentials/directory";
import { findPeople, findPersonByIdentity, type Identity } from "./find-person.ts";
import type { Person } from "./person.ts";

/** The used claims of an OpenID provider. */
const claims = z.object({
  sub: z.string().min(1).max(255).refine(isStorable),
  email: z.string().max(254).optional().catch(undefined),
  email_verified: z.literal(true).optional().catch(undefined),
  /** A name that no person could choose here is left out. */
  name: oneLineName(100).optional().catch(undefined),
});

/** Printable ASCII only: other characters can resemble, or be lowercased to, another person's address. */
const PLAIN = /^[!-~]+$/;

type Reason = "no_subject" | "email_unverified" | "email_odd" | "unknown_person" | "deactivated" | "another_subject";

function refuse(kind: Reason): null {
  logger.info({ kind }, "a sign-in through the OpenID provider was refused");
  return null;
}

/**
 * Binds a person to the provider's subject at their first sign-in through it. Returns null if the person is bound to
 * another subject, so that a reassigned email address admits nobody else. A person without a name takes the provider's.
 */
async function bind(person: Person, { issuer, subject }: Identity, name: string | undefined): Promise<Person | null> {
  const taken = name !== undefined && person.name === person.email ? name : person.name;
  const bound = await withTenant({ organizationId: person.organizationId, linkedAccountId: null }, async (tx) => {
    const [row] = await tx
      .update(appUser)
      .set({ identityIssuer: issuer, identitySubject: subject, name: taken })
      .where(
        and(
          eq(appUser.id, person.userId),
          // Somebody deactivated at home may be active in another organization.
          or(isNull(appUser.deactivatedAt), isNotNull(appUser.homeUserId)),
          or(isNull(appUser.identityIssuer), ne(appUser.identityIssuer, issuer), eq(appUser.identitySubject, subject)),
        ),
      )
      .returning();
    if (row) await reenter(tx, row.id, personEntries(row));
    return row !== undefined;
  });
  if (!bound) return null;
  const opens = person.opens.userId === person.userId ? { ...person.opens, name: taken } : person.opens;
  return { ...person, name: taken, opens };
}

/**
 * Sorts the candidates for binding: people who have chosen a password before those who were only invited, even if
 * earlier.
 */
const inOrder = (people: readonly Person[]): Person[] =>
  [...people].sort((one, other) => Number(one.passwordHash === null) - Number(other.passwordHash === null));

/**
 * Returns the person authenticated by a provider: the one bound to this identity, or else the one with the email
 * address that the provider has verified (of one organization, if several have the address). Returns null for anyone
 * else and for deactivated people. Signing in never creates a person, and an invited person needs no password.
 */
export async function vouchedPerson(given: unknown, issuer: string): Promise<Person | null> {
  const { data } = claims.safeParse(given);
  if (!data) return refuse("no_subject");
  const identity = { issuer, subject: data.sub };
  const known = await findPersonByIdentity(identity);
  if (known !== undefined) return known ?? refuse("deactivated");
  if (!data.email || !data.email_verified) return refuse("email_unverified");
  if (!PLAIN.test(data.email)) return refuse("email_odd");
  const people = await findPeople(data.email);
  for (const person of inOrder(people)) {
    const bound = await bind(person, identity, data.name);
    if (bound) return bound;
  }
  return refuse(people.length > 0 ? "another_subject" : "unknown_person");
}
