import { conflict, DomainError, invalid, tooMany, unauthorized } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { bindIdentity } from "#lib/sign-in/bind-identity";
import { deviceCookie } from "#lib/sign-in/known-device";
import type { OrganizationChoice } from "#lib/sign-in/model";
import { sourceOf } from "#lib/sign-in/password";
import type { Person } from "#lib/sign-in/person";
import { sessionCookie } from "#lib/sign-in/session-cookie";
import { beginSession, type SignInRequest } from "#lib/sign-in/sessions";
import { checkPassword } from "#lib/sign-in/sign-in";
import { beginSignIn, endSignIn } from "#lib/sign-in/sign-in-throttle";
import { candidatesFor } from "./candidates.ts";
import { endedChoiceCookie, keptChoice } from "./choice.ts";

/** What a person may choose from. */
export interface ShownChoice {
  email: string;
  organizations: ShownOrganization[];
}

/** An organization to choose, or several which one sign-in opens. */
export interface ShownOrganization {
  /** The organization of the person's home. */
  id: string;
  names: string[];
  /** True if the person has a password there, which must be proven once. */
  needsPassword: boolean;
}

/** Returns what the browser may choose from; null if it has no choice to make, or there is nothing left to choose. */
export async function shownChoice(cookies: string | null): Promise<ShownChoice | null> {
  const kept = await keptChoice(cookies);
  if (!kept) return null;
  const { candidates } = await candidatesFor(kept.email, kept.issuer);
  if (candidates.length === 0) return null;
  const organizations = candidates.map(({ person, organizations: names }) => ({
    id: person.organizationId,
    names,
    needsPassword: person.passwordHash !== null,
  }));
  return { email: kept.email, organizations };
}

/** The request of a person who chooses. */
export interface ChoiceRequest extends SignInRequest {
  /** The `Cookie` header. */
  cookies: string | null;
  setCookie(value: string): void;
}

/** Throws `invalid` unless this is the person's password, and `too_many` after too many attempts. */
async function provePassword(person: Person, password: string | undefined, { address }: ChoiceRequest): Promise<void> {
  if (password === undefined) throw invalid(problem("password", "is needed: you have one there"));
  const { attempt, retryAfter } = await beginSignIn(person.email, address);
  if (retryAfter !== null) {
    throw tooMany("Too many wrong passwords; nothing was saved", retryAfter);
  }
  const found = await checkPassword(person.email, password, new Set([person.userId]), sourceOf(address));
  if (!found) throw invalid(problem("password", "is not the one that you have there"));
  await endSignIn(attempt);
}

/**
 * Binds the person whom the deployment's provider has authenticated to the organization that they choose, and begins their
 * session. Nothing is bound before. Throws `unauthenticated` if the choice is over, `not_found` for an organization that is none of them, `invalid` for
 * a wrong or missing password, `too_many` after too many, `conflict` if another request was faster.
 */
export async function chooseOrganization(
  { organization_id, password }: OrganizationChoice,
  request: ChoiceRequest,
): Promise<void> {
  const kept = await keptChoice(request.cookies);
  if (!kept) throw unauthorized("This sign-in has ended. Start again");
  const { candidates } = await candidatesFor(kept.email, kept.issuer);
  const person = candidates.find((each) => each.person.organizationId === organization_id)?.person;
  if (!person) {
    throw new DomainError(
      "not_found",
      "This organization cannot be chosen here. Nothing was saved. If you chose it in another tab, start the sign-in again: it opens by itself",
    );
  }
  if (person.passwordHash !== null) await provePassword(person, password, request);
  const bound = await bindIdentity(person, kept, kept.name ?? undefined);
  if (!bound) throw conflict("Your account was bound by another request meanwhile: sign in again");
  const session = await beginSession(bound.opens, request, { vouched: true });
  request.setCookie(await sessionCookie(session));
  request.setCookie(endedChoiceCookie());
  request.setCookie(deviceCookie(request.cookies, bound));
}
