import { and, eq, isNotNull, isNull, ne, or } from "drizzle-orm";
import { z } from "zod";
import { appUser } from "#lib/db/schema";
import { readTenant, withTenant } from "#lib/db/tenant";
import { storedForms, verifiedAddressKey } from "#lib/kernel/email-address";
import { logger } from "#lib/kernel/logger";
import { oneLineName } from "#lib/kernel/one-line";
import { isStorable } from "#lib/kernel/storable-text";
import { personEntries, reenter } from "#lib/security/credentials/directory";
import { findPeople, findPersonByIdentity, type Identity } from "./find-person.ts";
import { findInvitation, invitedPerson } from "./invitation.ts";
import { knownDevice } from "./known-device.ts";
import { NO_INVITATION } from "./links.ts";
import type { Person } from "./person.ts";

/** The used claims of an OpenID provider. */
const claims = z.object({
  sub: z.string().min(1).max(255).refine(isStorable),
  email: z.string().max(254).optional().catch(undefined),
  email_verified: z.literal(true).optional().catch(undefined),
  /** A name that no person could choose here is left out. */
  name: oneLineName(100).optional().catch(undefined),
});

type Reason =
  | "no_subject"
  | "email_unverified"
  | "email_odd"
  | "unknown_person"
  | "deactivated"
  | "another_subject"
  | "another_address"
  | "several_organizations";

function refuse(kind: Reason): "unknown" | "several" {
  logger.info({ kind }, "a sign-in through the OpenID provider was refused");
  return kind === "several_organizations" ? "several" : "unknown";
}

/**
 * Binds a person to the provider's subject at their first sign-in through it. Returns null if the person is bound to
 * another subject, so that a reassigned email address admits nobody else. A person without a name takes the provider's, and
 * an open invitation ends.
 */
async function bind(person: Person, { issuer, subject }: Identity, name: string | undefined): Promise<Person | null> {
  const taken = name !== undefined && person.name === person.email ? name : person.name;
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

/** How somebody comes from the provider. */
interface Coming {
  issuer: string;
  /** The token of the invitation that they bring. */
  invitation: string | null;
  /** The `Cookie` header. */
  cookies: string | null;
}

/** Returns the person whom an open invitation is for; null if it is over, or none. */
async function invitedBy(token: string): Promise<Person | null> {
  const found = token.startsWith("invitation_") ? await findInvitation(token) : null;
  if (!found) return null;
  const { organizationId, userId } = found;
  const invited = await readTenant({ organizationId, linkedAccountId: null }, (tx) => invitedPerson(tx, userId, token));
  const people = invited ? await findPeople(invited.email) : [];
  return people.find((person) => person.userId === userId) ?? null;
}

/** Returns the people whom the provider has not bound to another subject. */
async function unbound(people: readonly Person[], issuer: string): Promise<Person[]> {
  const free = await Promise.all(
    people.map(({ organizationId, userId }) =>
      readTenant({ organizationId, linkedAccountId: null }, (tx) =>
        tx
          .select({ id: appUser.id })
          .from(appUser)
          .where(and(eq(appUser.id, userId), or(isNull(appUser.identityIssuer), ne(appUser.identityIssuer, issuer)))),
      ),
    ),
  );
  return people.filter((_person, index) => (free[index]?.length ?? 0) > 0);
}

/**
 * Returns the one person to bind to the verified address: of the invitation that they bring; the only one who has it; or,
 * of several, the one whose password this browser has proven. Which invitation was accepted, or came first, decides
 * nothing: any organization can invite the address, and accept its own invitation.
 */
async function personToBind(email: string, { issuer, invitation, cookies }: Coming) {
  if (invitation !== null) {
    const invited = await invitedBy(invitation);
    if (!invited) return refuse("unknown_person");
    return storedForms(email).includes(invited.email) ? invited : refuse("another_address");
  }
  const people = await findPeople(email);
  const free = await unbound(people, issuer);
  if (free.length <= 1) return free[0] ?? refuse(people.length > 0 ? "another_subject" : "unknown_person");
  const proven = (await knownDevice(cookies, email))?.userIds;
  const known = free.filter(({ userId, passwordHash }) => passwordHash !== null && proven?.has(userId));
  return known.length === 1 && known[0] ? known[0] : refuse("several_organizations");
}

/**
 * Returns the person authenticated by a provider: the one bound to this identity, or else the one to bind to the email
 * address that the provider has verified. Returns why for anyone else and for deactivated people. Signing in never creates
 * a person, and an invited person needs no password.
 */
export async function vouchedPerson(given: unknown, coming: Coming): Promise<Person | "unknown" | "several"> {
  const { data } = claims.safeParse(given);
  if (!data) return refuse("no_subject");
  const identity = { issuer: coming.issuer, subject: data.sub };
  const known = await findPersonByIdentity(identity);
  if (known !== undefined) return known ?? refuse("deactivated");
  if (!data.email || !data.email_verified) return refuse("email_unverified");
  const email = isStorable(data.email) ? verifiedAddressKey(data.email) : null;
  if (email === null) return refuse("email_odd");
  const person = await personToBind(email, coming);
  if (typeof person === "string") return person;
  return (await bind(person, identity, data.name)) ?? refuse("another_subject");
}
