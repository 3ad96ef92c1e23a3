import { and, eq, isNull, sql } from "drizzle-orm";
import { decode } from "next-auth/jwt";
import { appUser } from "#lib/db/schema";
import { readTenant, withTenant } from "#lib/db/tenant";
import { required } from "#lib/kernel/environment";
import type { Ground } from "#lib/kernel/principal";
import { cookieValue } from "#lib/security/credentials/cookie-value";
import { callerCache, endGrounds } from "#lib/security/credentials/grounds";
import { sessionCookieName } from "./session-cookie.ts";
import { readSessionToken, type SessionToken } from "./session-token.ts";

export interface SessionUser {
  id: string;
  organizationId: string;
  name: string;
  email: string;
  role: "admin" | "staff";
  /** Grounds of the session; a stream ends with them (see endStreams). */
  grounds: readonly Ground[];
}

const cache = () => callerCache<SessionUser>("session-cache");

/** Limit of remembered sign-outs per person; sessions expire long before there are more. */
const MAX_ENDED = 200;

async function loadUser(session: SessionToken): Promise<SessionUser | null> {
  const [user] = await readTenant({ organizationId: session.organizationId, linkedAccountId: null }, (tx) =>
    tx
      .select({ id: appUser.id, name: appUser.name, email: appUser.email, role: appUser.role })
      .from(appUser)
      .where(
        and(
          eq(appUser.id, session.userId),
          eq(appUser.sessionVersion, session.sessionVersion),
          isNull(appUser.deactivatedAt),
          sql`${session.sessionId}::uuid <> ALL (${appUser.endedSessions})`,
        ),
      ),
  );
  if (!user) return null;
  const grounds: Ground[] = [`session:${session.sessionId}`, `person:${user.id}`];
  return { ...user, organizationId: session.organizationId, grounds };
}

/** Ends a session at sign-out; the person's sessions on other devices continue. */
export async function endSession({ sessionId, userId, organizationId }: SessionToken): Promise<void> {
  await withTenant({ organizationId, linkedAccountId: null }, async (tx) => {
    endGrounds(tx, `session:${sessionId}`);
    await tx
      .update(appUser)
      .set({ endedSessions: sql`(${sessionId}::uuid || ${appUser.endedSessions})[1:${MAX_ENDED}::integer]` })
      .where(eq(appUser.id, userId));
  });
}

/**
 * Returns the person whose session a request carries, with their present data from the database; null without a valid
 * session.
 */
export async function sessionUser(headers: Headers): Promise<SessionUser | null> {
  const token = cookieValue(headers.get("cookie"), sessionCookieName());
  if (!token) return null;
  const decoded = await decode({ token, secret: required("AUTH_SECRET") }).catch(() => null);
  const session = readSessionToken(decoded);
  return session ? cache().lookUp(session.sessionId, () => loadUser(session)) : null;
}
