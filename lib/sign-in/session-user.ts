import { and, eq, isNull } from "drizzle-orm";
import { decode } from "next-auth/jwt";
import { appSession, appUser } from "#lib/db/schema";
import { readTenant } from "#lib/db/tenant";
import { required } from "#lib/kernel/environment";
import type { Ground } from "#lib/kernel/principal";
import { cookieValue } from "#lib/security/credentials/cookie-value";
import { callerCache } from "#lib/security/credentials/grounds";
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

async function loadUser(session: SessionToken): Promise<SessionUser | null> {
  const [user] = await readTenant({ organizationId: session.organizationId, linkedAccountId: null }, (tx) =>
    tx
      .select({ id: appUser.id, name: appUser.name, email: appUser.email, role: appUser.role })
      .from(appUser)
      .innerJoin(appSession, and(eq(appSession.id, session.sessionId), eq(appSession.userId, appUser.id)))
      .where(
        and(
          eq(appUser.id, session.userId),
          eq(appUser.sessionVersion, session.sessionVersion),
          isNull(appUser.deactivatedAt),
        ),
      ),
  );
  if (!user) return null;
  const grounds: Ground[] = [`session:${session.sessionId}`, `person:${user.id}`];
  return { ...user, organizationId: session.organizationId, grounds };
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
