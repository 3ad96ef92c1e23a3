import type { JWT } from "next-auth/jwt";
import { z } from "zod";

/** A session ends this long after signing in, whatever is done in it. */
const LONGEST_SECONDS = 12 * 60 * 60;

/**
 * What a session carries: its own id, who, the version that a password or role change raises, and when they signed in
 * (seconds since 1970). Never a linked account.
 */
const sessionToken = z.object({
  sessionId: z.string(),
  userId: z.string(),
  organizationId: z.string(),
  sessionVersion: z.number(),
  signedInAt: z.number(),
});

export type SessionToken = z.infer<typeof sessionToken>;

/** The session in a decoded token, or null where it is not one of ours, or too old. `now`: milliseconds since 1970. */
export function readSessionToken(token: JWT | null, now = Date.now()): SessionToken | null {
  const { data } = sessionToken.safeParse(token);
  return data && now / 1_000 - data.signedInAt < LONGEST_SECONDS ? data : null;
}
