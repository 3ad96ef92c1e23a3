import type { JWT } from "next-auth/jwt";
import { z } from "zod";
import { presentMs } from "#lib/kernel/clock";

/** A session ends this long after the sign-in, even if it is active. */
export const MAX_SESSION_SECONDS = 12 * 60 * 60;

/**
 * The contents of a session: its id, the person, the version that a password or role change increments, and the time of
 * the sign-in (seconds since 1970). Never a linked account.
 */
const sessionToken = z.object({
  sessionId: z.string(),
  userId: z.string(),
  organizationId: z.string(),
  sessionVersion: z.number(),
  signedInAt: z.number(),
});

export type SessionToken = z.infer<typeof sessionToken>;

/** Returns the session in a decoded token; null if it is malformed or too old. `now`: milliseconds since 1970. */
export function readSessionToken(token: JWT | null, now = presentMs()): SessionToken | null {
  const { data } = sessionToken.safeParse(token);
  return data && now / 1_000 - data.signedInAt < MAX_SESSION_SECONDS ? data : null;
}
