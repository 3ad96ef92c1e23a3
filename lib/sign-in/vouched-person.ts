import { z } from "zod";
import { readTenant } from "#lib/db/tenant";
import { storedForms, verifiedAddressKey } from "#lib/kernel/email-address";
import { logger } from "#lib/kernel/logger";
import { oneLineName } from "#lib/kernel/one-line";
import { isStorable } from "#lib/kernel/storable-text";
import { bindIdentity } from "./bind-identity.ts";
import { findPeople, findPersonByIdentity } from "./find-person.ts";
import { findInvitation, invitedPerson } from "./invitation.ts";
import { knownDevice } from "./known-device.ts";
import type { Person } from "./person.ts";
import { candidatesFor } from "./provider-choice/candidates.ts";
import type { ProviderChoice } from "./provider-choice/choice.ts";

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
  | "another_address";

function refuse(kind: Reason): "unknown" {
  logger.info({ kind }, "a sign-in through the OpenID provider was refused");
  return "unknown";
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

/** Whom a provider's word means: a person to bind, or somebody who must choose or prove first. */
type Meant = Person | "choose" | "unknown";

/**
 * Returns the one person to bind to the verified address: of the invitation that they bring; the one whose password this
 * browser has proven; or the only one who has the address, if they have no password. Everybody else chooses. Which
 * invitation was accepted, or came first, decides nothing: any organization can invite the address, and accept its own
 * invitation with a password of its own.
 */
async function personToBind(email: string, { issuer, invitation, cookies }: Coming): Promise<Meant> {
  if (invitation !== null) {
    const invited = await invitedBy(invitation);
    if (!invited) return refuse("unknown_person");
    return storedForms(email).includes(invited.email) ? invited : refuse("another_address");
  }
  const { candidates, areOthers } = await candidatesFor(email, issuer);
  const people = candidates.map(({ person }) => person);
  const [only, ...others] = people;
  if (!only) return refuse(areOthers ? "another_subject" : "unknown_person");
  if (others.length === 0 && only.passwordHash === null) return only;
  const proven = (await knownDevice(cookies, email))?.userIds;
  const known = people.filter(({ userId, passwordHash }) => passwordHash !== null && proven?.has(userId));
  return known.length === 1 && known[0] ? known[0] : "choose";
}

/**
 * Returns the person authenticated by a provider: the one bound to this identity, or else the one to bind to the email
 * address that the provider has verified; or the choice that they must make before anything is bound. Returns "unknown" for
 * anyone else and for deactivated people. Signing in never creates a person, and an invited person needs no password.
 */
export async function vouchedPerson(
  given: unknown,
  coming: Coming,
): Promise<{ person: Person } | { choice: ProviderChoice } | "unknown"> {
  const { data } = claims.safeParse(given);
  if (!data) return refuse("no_subject");
  const identity = { issuer: coming.issuer, subject: data.sub };
  const known = await findPersonByIdentity(identity);
  if (known !== undefined) return known ? { person: known } : refuse("deactivated");
  if (!data.email || !data.email_verified) return refuse("email_unverified");
  const email = isStorable(data.email) ? verifiedAddressKey(data.email) : null;
  if (email === null) return refuse("email_odd");
  const meant = await personToBind(email, coming);
  if (meant === "unknown") return meant;
  if (meant === "choose") return { choice: { ...identity, email, name: data.name ?? null } };
  const person = await bindIdentity(meant, identity, data.name);
  return person ? { person } : refuse("another_subject");
}
