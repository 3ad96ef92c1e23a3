import type { Person } from "./find-person.ts";
import { type KnownDevice, knownDevice } from "./known-device.ts";
import { checkPassword } from "./sign-in.ts";
import { beginSignIn, endSignIn } from "./sign-in-throttle.ts";

interface Given {
  email: string;
  password: string;
}

interface Tried {
  /** Null for every reason alike. */
  person: Person | null;
  /** The seconds after which to try again, where it was one attempt too many: then no password was looked at. */
  retryAfter: number | null;
}

/** One attempt. Under the limit of a known browser no password is tried but of those for whom it is known. */
async function attemptAs(
  { email, password }: Given,
  address: string | null,
  device: KnownDevice | null,
): Promise<Tried & { isKnown: boolean }> {
  const { attempt, retryAfter } = await beginSignIn(email, address, device?.mark ?? null);
  if (retryAfter !== null) return { person: null, retryAfter, isKnown: false };
  const isKnown = attempt.device !== undefined;
  const person = await checkPassword(email, password, isKnown ? device?.userIds : undefined);
  if (person) await endSignIn(attempt);
  return { person, retryAfter: null, isKnown };
}

/**
 * Who signs in with an email and a password, as often as the limits allow. The address may be another person's too, in
 * another organization, for whom the browser is not known: what is not right for who is known here is tried as from any
 * other browser, so that nobody's own account opens a way to guess at another's.
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
