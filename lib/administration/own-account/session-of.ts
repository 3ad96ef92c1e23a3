import { unauthorized } from "#lib/kernel/domain-error";
import type { Principal } from "#lib/kernel/principal";

const SESSION = "session:";

/** Returns the id of the session with which a person calls. Throws `unauthenticated` for a caller without one. */
export function sessionOf({ grounds }: Pick<Principal, "grounds">): string {
  const ground = grounds.find((each) => each.startsWith(SESSION));
  if (!ground) throw unauthorized();
  return ground.slice(SESSION.length);
}
