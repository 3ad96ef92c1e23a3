import { eq } from "drizzle-orm";
import { appUser } from "#lib/db/schema";
import { readTenant } from "#lib/db/tenant";
import type { CommandRequest } from "#lib/definitions/command";
import { conflict, invalid, tooMany } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { verifyPassword } from "#lib/sign-in/password";
import { isAtHome } from "#lib/sign-in/person";
import { beginOwnCheck, endSignIn } from "#lib/sign-in/sign-in-throttle";

/**
 * Returns the stored hash of the person's password once the given one was verified. Throws `conflict` for a person without a
 * password, `too_many` after too many wrong ones, `invalid` for a wrong one.
 */
export async function verifiedHash({ principal, tenant }: CommandRequest<unknown>, given: string): Promise<string> {
  const { id } = principal.actor;
  const [person] = await readTenant(tenant, (tx) => tx.select().from(appUser).where(eq(appUser.id, id)));
  if (person && !isAtHome(person)) {
    throw conflict("Your sign-in belongs to your first organization: switch to it to change it");
  }
  if (!person?.passwordHash) {
    throw conflict("You sign in through the identity provider: there is no password here");
  }
  const { attempt, retryAfter } = await beginOwnCheck(id);
  if (retryAfter !== null) {
    throw tooMany("Too many wrong passwords; nothing was saved", retryAfter);
  }
  if (!(await verifyPassword(person.passwordHash, given, `${person.organizationId}/${id}`))) {
    throw invalid(problem("current_password", "is not your password"));
  }
  await endSignIn(attempt);
  return person.passwordHash;
}
