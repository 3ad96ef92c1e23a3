import { conflict, DomainError, invalid, tooMany, unauthorized } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { noteAudit, writeAudit } from "#lib/security/audit/audit-log";
import { organizationEntry } from "#lib/security/audit/organization-entry";
import { deviceCookie, knownDevice } from "#lib/sign-in/known-device";
import { sessionCookie } from "#lib/sign-in/session-cookie";
import type { SessionToken } from "#lib/sign-in/session-token";
import { beginSessionAfter, type SignInRequest } from "#lib/sign-in/sessions";
import { beginSecondFactor, endSignIn } from "#lib/sign-in/sign-in-throttle";
import { endedChallengeCookie, noteToSign, type PendingSignIn, pendingSignIn, takeChallenge } from "./challenge.ts";
import { beginEnrolment, finishEnrolment } from "./enrol.ts";
import type { BegunEnrolment, FACTOR_KINDS, FinishedEnrolment, Proof } from "./model.ts";
import { requestOptions } from "./passkeys.ts";
import { prove } from "./prove.ts";

/** The browser that takes the second step. */
export interface SecondStepRequest extends SignInRequest {
  /** The `Cookie` header. */
  cookies: string | null;
  setCookie(value: string): void;
}

const over = () => unauthorized("This sign-in has ended. Start again with your password");

/** Returns whom the browser is about to sign in. Throws `unauthenticated` if that is over. */
async function requiredPending(cookies: string | null): Promise<PendingSignIn> {
  const pending = await pendingSignIn(cookies);
  if (!pending) throw over();
  return pending;
}

async function setCookies(request: SecondStepRequest, { person }: PendingSignIn, session: SessionToken): Promise<void> {
  request.setCookie(await sessionCookie(session));
  request.setCookie(endedChallengeCookie());
  request.setCookie(deviceCookie(request.cookies, person));
}

/** Returns what the audit entries say of a person who has no session yet. */
const aboutPerson = ({ person }: PendingSignIn, { route, address }: SignInRequest) => ({
  organizationId: person.organizationId,
  actor: { kind: "user" as const, id: person.userId, name: person.name },
  route,
  address,
});

/** The same answer to every proof that is not accepted, whatever was wrong with it. */
const refused = (field: "code" | "passkey") => invalid(problem(field, "is wrong, or was used before"));

/**
 * Takes the proof of a person's challenge and begins their session. A wrong proof throws, so that the challenge stays.
 */
async function sessionFor(pending: PendingSignIn, proof: Proof, request: SignInRequest): Promise<SessionToken> {
  const { person, challengeId } = pending;
  const { userId } = person;
  const { session } = await beginSessionAfter(person, request, async (tx) => {
    const toSign = await takeChallenge(tx, userId, challengeId, "sign_in");
    if (toSign === undefined) throw over();
    const by = await prove(tx, userId, proof, toSign);
    if (by === null) throw refused(proof.passkey ? "passkey" : "code");
    return { proven: by, detail: { second_factor: by } };
  });
  return session;
}

/**
 * Proves the second factor of the person whom the browser is about to sign in, and begins the session. Throws `invalid` for a
 * wrong or used code or passkey, `unauthenticated` if the sign-in is over, `too_many` after too many.
 */
export async function proveSecondFactor(proof: Proof, request: SecondStepRequest): Promise<void> {
  const pending = await requiredPending(request.cookies);
  const { person } = pending;
  const device = await knownDevice(request.cookies, person.email);
  const mark = device?.userIds.has(person.userId) ? device.mark : null;
  const { attempt, retryAfter } = await beginSecondFactor(person.userId, request.address, mark);
  if (retryAfter !== null) {
    throw tooMany("Too many wrong codes; nothing was saved", retryAfter);
  }
  try {
    const session = await sessionFor(pending, proof, request);
    await endSignIn(attempt);
    await setCookies(request, pending, session);
  } catch (error) {
    if (error instanceof DomainError && error.code === "invalid") {
      noteAudit(organizationEntry({ ...aboutPerson(pending, request), action: "second-factor:refuse", status: 400 }));
    }
    throw error;
  }
}

/** Returns what the browser needs to prove the challenge by a passkey. Throws `unauthenticated` if the sign-in is over. */
export async function passkeyRequest(cookies: string | null) {
  const pending = await requiredPending(cookies);
  const options = await requestOptions(pending.factors);
  await noteToSign(pending, options.challenge);
  return { options };
}

/** Returns the person who must set up a second factor before the session. Throws `unauthenticated` and, for others, `conflict`. */
async function mustEnrol(cookies: string | null): Promise<PendingSignIn> {
  const pending = await requiredPending(cookies);
  if (pending.factors.length > 0) throw conflict("You have a second factor: use it");
  return pending;
}

/** Begins to set up the second factor that the organization requires. Throws as `mustEnrol`. */
export async function beginRequiredEnrolment(
  kind: (typeof FACTOR_KINDS)[number],
  cookies: string | null,
): Promise<BegunEnrolment> {
  const { person, factors } = await mustEnrol(cookies);
  return beginEnrolment(person, kind, factors);
}

/**
 * Stores the second factor that the organization requires, and begins the session. Returns the recovery codes. Throws
 * as `mustEnrol` and `finishEnrolment`.
 */
export async function finishRequiredEnrolment(given: FinishedEnrolment, request: SecondStepRequest) {
  const pending = await mustEnrol(request.cookies);
  const { person, challengeId } = pending;
  const { session, proven } = await beginSessionAfter(person, request, async (tx) => {
    const isOpen = (await takeChallenge(tx, person.userId, challengeId, "sign_in")) !== undefined;
    if (!isOpen) throw over();
    const enrolled = await finishEnrolment(tx, person, given);
    await writeAudit(
      tx,
      organizationEntry({
        ...aboutPerson(pending, request),
        action: "second-factor:add",
        resource: enrolled.factor.id,
        detail: { record: enrolled.factor.name },
      }),
    );
    return { proven: enrolled };
  });
  await setCookies(request, pending, session);
  return { recovery_codes: proven.recoveryCodes ?? [] };
}
