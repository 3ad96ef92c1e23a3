import { singleton } from "#lib/kernel/singleton";
import { findPeople, type Person, padded } from "./find-person.ts";
import { hashPassword, verifyPassword } from "./password.ts";

/** A hash that no password matches: an unknown address must take as long to refuse as a wrong password. */
const decoy = () => singleton("decoy-password-hash", () => hashPassword(crypto.randomUUID()));

/** Longer than any address and any password may be: nothing is hashed for those. */
const LONGEST = 1_024;

/**
 * Who signs in with an email and a password: where several organizations know the address, the password says which of
 * its people it is, and of two with the same one it is who was invited first. `among`: the ids
 * of the people whose passwords may be tried; left out, all. Null for every reason alike, and after the
 * same work. How often one may try
 * is lib/sign-in/sign-in-throttle.ts's to say.
 */
export async function checkPassword(
  email: string,
  password: string,
  among?: ReadonlySet<string>,
): Promise<Person | null> {
  if (email.length > LONGEST || password.length > LONGEST) return null;
  const [unmatched, all] = await Promise.all([decoy(), findPeople(email)]);
  const people = all.filter(({ userId }) => among?.has(userId) ?? true);
  const hashes = people.map(({ passwordHash }) => passwordHash ?? unmatched);
  const matches = await Promise.all(padded(hashes, unmatched).map((hash) => verifyPassword(hash, password)));
  return people.find((_person, index) => matches[index]) ?? null;
}
