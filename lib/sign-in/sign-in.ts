import { singleton } from "#lib/kernel/singleton";
import { findPeople, padded } from "./find-person.ts";
import { type HashSource, hashPassword, verifyPassword } from "./password.ts";
import type { Person } from "./person.ts";

/** A hash that no password matches: refusing an unknown address must take as long as refusing a wrong password. */
const decoy = () => singleton("decoy-password-hash", () => hashPassword(crypto.randomUUID()));

/** Maximum characters of an address or a password; longer ones are refused without hashing. */
const MAX_CHARACTERS = 1_024;

/**
 * Returns the person with this email address and password. If several organizations have the address, the password
 * selects the person; if two have the same password, the one invited first. `among`: ids of the people whose passwords
 * may be tried; all by default. Returns null for any failure, after the same amount of work. Attempts are limited by
 * lib/sign-in/sign-in-throttle.ts. `source`: who tries. Throws `too_many` if too many passwords wait to be checked.
 */
export async function checkPassword(
  email: string,
  password: string,
  among?: ReadonlySet<string>,
  source?: HashSource,
): Promise<Person | null> {
  if (email.length > MAX_CHARACTERS || password.length > MAX_CHARACTERS) return null;
  const [unmatched, all] = await Promise.all([decoy(), findPeople(email)]);
  const people = all.filter(({ userId }) => among?.has(userId) ?? true);
  const hashes = people.map(({ passwordHash }) => passwordHash ?? unmatched);
  const matches = await Promise.all(padded(hashes, unmatched).map((hash) => verifyPassword(hash, password, source)));
  return people.find((_person, index) => matches[index]) ?? null;
}
