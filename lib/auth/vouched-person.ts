import { z } from "zod";
import { logger } from "#lib/runtime/logger";
import { findPerson, newSession } from "./find-person.ts";
import type { SessionToken } from "./session-token.ts";

/** What an OpenID provider says of who has signed in there: the parts that count here. */
const claims = z.object({ sub: z.string().min(1), email: z.string().max(254), email_verified: z.literal(true) });

/** An address of plain letters: others can look like, or be lowered to, one that is somebody else's. */
const PLAIN = /^[!-~]+$/;

function refuse(kind: "email_unverified" | "email_odd" | "unknown_person"): null {
  logger.info({ kind }, "a sign-in through the OpenID provider was refused");
  return null;
}

/**
 * The session of the person whose email address the provider has verified; null where it has not, and for an unknown or a
 * deactivated person. Nobody is added by signing in, and an invited person needs no password for it.
 */
export async function vouchedSession(given: unknown): Promise<SessionToken | null> {
  const { data } = claims.safeParse(given);
  if (!data) return refuse("email_unverified");
  if (!PLAIN.test(data.email)) return refuse("email_odd");
  const person = await findPerson(data.email);
  return person ? newSession(person) : refuse("unknown_person");
}
