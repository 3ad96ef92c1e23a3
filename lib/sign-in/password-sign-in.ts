import { type KnownDevice, knownDevice } from "./known-device.ts";
import { sourceOf } from "./password.ts";
import type { Person } from "./person.ts";
import { checkPassword } from "./sign-in.ts";
import { beginSignIn, endSignIn } from "./sign-in-throttle.ts";

interface Given {
  email: string;
  password: string;
}

interface Tried {
  /** Null if the sign-in failed, whatever the reason. */
  person: Person | null;
  /** Seconds after which to try again, if the attempt was throttled; no password was verified then. */
  retryAfter: number | null;
}

/**
 * Makes one attempt. Under the limit of a known browser it verifies only the passwords of people for whom the browser
 * is known.
 */
async function attemptAs(
  { email, password }: Given,
  address: string | null,
  device: KnownDevice | null,
): Promise<Tried & { isKnown: boolean }> {
  const { attempt, retryAfter } = await beginSignIn(email, address, device?.mark ?? null);
  if (retryAfter !== null) return { person: null, retryAfter, isKnown: false };
  const isKnown = attempt.device !== undefined;
  const person = await checkPassword(email, password, isKnown ? device?.userIds : undefined, sourceOf(address));
  if (person) await endSignIn(attempt);
  return { person, retryAfter: null, isKnown };
}

/**
 * Signs a person in by email address and password within the limits. People of different organizations may have the
 * same address: if the password matches none for whom the browser is known, it is tried for the others under the limit
 * of unknown browsers, so that a person with an account cannot guess another's password without limit.
 */
export async function passwordSignIn(
  given: Given,
  { address, cookies }: { address: string | null; cookies: string | null },
): Promise<Tried> {
  const first = await attemptAs(given, address, await knownDevice(cookies, given.email));
  if (first.person || !first.isKnown) return first;
  const { person } = await attemptAs(given, address, null);
  return { person, retryAfter: null };
}
