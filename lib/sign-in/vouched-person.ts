import { and, eq, isNull, ne, or } from "drizzle-orm";
import { z } from "zod";
import { appUser } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { logger } from "#lib/kernel/logger";
import { isStorable } from "#lib/kernel/storable-text";
import { findPeople, findPersonByIdentity, type Identity, type Person } from "./find-person.ts";

/** What an OpenID provider says of who has signed in there: the parts that count here. */
const claims = z.object({
  sub: z.string().min(1).max(255).refine(isStorable),
  email: z.string().max(254).optional().catch(undefined),
  email_verified: z.literal(true).optional().catch(undefined),
  name: z.string().trim().min(1).max(100).refine(isStorable).optional().catch(undefined),
});

/** An address of plain letters: others can look like, or be lowered to, one that is somebody else's. */
const PLAIN = /^[!-~]+$/;

type Reason = "no_subject" | "email_unverified" | "email_odd" | "unknown_person" | "deactivated" | "another_subject";

function refuse(kind: Reason): null {
  logger.info({ kind }, "a sign-in through the OpenID provider was refused");
  return null;
}

/**
 * Ties a person to whom the provider knows them as, from their first sign-in by it on; whom it calls otherwise does not
 * get in by an address that was handed on. Who has no name yet takes the provider's.
 */
async function tie(person: Person, { issuer, subject }: Identity, name: string | undefined): Promise<Person | null> {
  const taken = name !== undefined && person.name === person.email ? name : person.name;
  const rows = await withTenant({ organizationId: person.organizationId, linkedAccountId: null }, (tx) =>
    tx
      .update(appUser)
      .set({ identityIssuer: issuer, identitySubject: subject, name: taken })
      .where(
        and(
          eq(appUser.id, person.userId),
          isNull(appUser.deactivatedAt),
          or(isNull(appUser.identityIssuer), ne(appUser.identityIssuer, issuer), eq(appUser.identitySubject, subject)),
        ),
      )
      .returning({ id: appUser.id }),
  );
  return rows.length > 0 ? { ...person, name: taken } : null;
}

/** In the order in which they are tied: who has chosen a password before who was but invited, be it earlier. */
const inOrder = (people: readonly Person[]): Person[] =>
  [...people].sort((one, other) => Number(one.passwordHash === null) - Number(other.passwordHash === null));

/**
 * Whom a provider vouches for: who has come by it before, or the person whose email address it has verified, in one
 * organization where several know the address; null for everybody else, and for who was deactivated. Nobody is added by signing in, and an invited person needs no password.
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
    const tied = await tie(person, identity, data.name);
    if (tied) return tied;
  }
  return refuse(people.length > 0 ? "another_subject" : "unknown_person");
}
