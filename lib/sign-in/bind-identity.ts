import { and, eq, isNotNull, isNull, ne, or } from "drizzle-orm";
import { appUser } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { brokenConstraint } from "#lib/db/unavailable";
import { personEntries, reenter } from "#lib/security/credentials/directory";
import type { Identity } from "./find-person.ts";
import { NO_INVITATION } from "./links.ts";
import type { Person } from "./person.ts";

/** The index by which one identity is one person's. */
const ONE_PERSON = "directory_key";

/**
 * Binds a person to the provider's subject at their first sign-in through it. Returns null if the person is bound to
 * another subject, so that a reassigned email address admits nobody else, if somebody has changed the password since, and
 * if the subject is another person's. A person without a name takes the provider's, and an open invitation ends.
 */
export async function bindIdentity(
  person: Person,
  { issuer, subject }: Identity,
  name: string | undefined,
): Promise<Person | null> {
  const taken = name !== undefined && person.name === person.email ? name : person.name;
  const { passwordHash } = person;
  const bound = await withTenant({ organizationId: person.organizationId, linkedAccountId: null }, async (tx) => {
    const [row] = await tx
      .update(appUser)
      .set({ identityIssuer: issuer, identitySubject: subject, name: taken, ...NO_INVITATION })
      .where(
        and(
          eq(appUser.id, person.userId),
          // Somebody deactivated at home may be active in another organization.
          or(isNull(appUser.deactivatedAt), isNotNull(appUser.homeUserId)),
          or(isNull(appUser.identityIssuer), ne(appUser.identityIssuer, issuer), eq(appUser.identitySubject, subject)),
          passwordHash === null ? isNull(appUser.passwordHash) : eq(appUser.passwordHash, passwordHash),
        ),
      )
      .returning();
    if (row) await reenter(tx, row.id, personEntries(row));
    return row !== undefined;
  }).catch((error: unknown) => {
    if (brokenConstraint(error) === ONE_PERSON) return false;
    throw error;
  });
  if (!bound) return null;
  const opens = person.opens.userId === person.userId ? { ...person.opens, name: taken } : person.opens;
  return { ...person, name: taken, opens };
}
