import type { JWT } from "next-auth/jwt";
import { z } from "zod";

/** What a session carries: who, and the version that a password or role change raises. Never a linked account. */
const sessionToken = z.object({
  userId: z.string(),
  organizationId: z.string(),
  sessionVersion: z.number(),
});

export type SessionToken = z.infer<typeof sessionToken>;

/** The session in a decoded token, or null where it is not one of ours. */
export function readSessionToken(token: JWT | null): SessionToken | null {
  const parsed = sessionToken.safeParse(token);
  return parsed.success ? parsed.data : null;
}
