import { and, eq, isNull } from "drizzle-orm";
import { appSession, appUser } from "#lib/db/schema";
import { readTenant } from "#lib/db/tenant";
import type { Ground, Standing } from "#lib/kernel/principal";
import { cookieValue } from "#lib/security/credentials/cookie-value";
import { callerCache } from "#lib/security/credentials/grounds";
import { homeMark } from "./person.ts";
import { openSession, sessionCookieName } from "./session-cookie.ts";
import { readSessionToken, type SessionToken } from "./session-token.ts";

/** A user by their ids, at the organization where a person of several has their credentials. */
export interface Home {
  userId: string;
  organizationId: string;
}

export interface SessionUser {
  id: string;
  organizationId: string;
  name: string;
  email: string;
  role: "admin" | "staff";
  /** The user with this person's password and second factors; null for a person of one organization. */
  home: Home | null;
  /** True if the organization's own OpenID provider signed the person in: the session opens no other organization. */
  confined: boolean;
  /** True if the deployment's OpenID provider signed the person in: the password at home was not proven. */
  vouched: boolean;
  /** Grounds of the session; a stream ends with them (see endStreams). */
  grounds: readonly Ground[];
  standing: Standing;
}

const cache = () => callerCache<SessionUser>("session-cache");

/** Returns whether the password at home is still that with which a session began. */
async function isUnchanged({ userId, organizationId }: Home, mark: string | null): Promise<boolean> {
  const [home] = await readTenant({ organizationId, linkedAccountId: null }, (tx) =>
    tx
      .select({ passwordHash: appUser.passwordHash, credentialsVersion: appUser.credentialsVersion })
      .from(appUser)
      .where(eq(appUser.id, userId)),
  );
  return home !== undefined && homeMark(home) === mark;
}

async function loadUser(session: SessionToken): Promise<SessionUser | null> {
  const [found] = await readTenant({ organizationId: session.organizationId, linkedAccountId: null }, (tx) =>
    tx
      .select({
        user: appUser,
        mark: appSession.homeMark,
        confined: appSession.confined,
        vouched: appSession.vouched,
      })
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
  if (!found) return null;
  const { id, name, email, role, homeUserId, homeOrganizationId, organizationId } = found.user;
  const home = homeUserId && homeOrganizationId ? { userId: homeUserId, organizationId: homeOrganizationId } : null;
  const { sessionId, sessionVersion } = session;
  const standing: Standing = { session: sessionId, session_version: sessionVersion, person: id, role };
  const grounds: Ground[] = [`session:${session.sessionId}`, `person:${id}`];
  // A sign-in through the organization's own provider does not depend on the password at home.
  if (home && home.userId !== id && !found.confined) {
    if (!(await isUnchanged(home, found.mark))) return null;
    grounds.push(`person:${home.userId}`);
    standing.at_home = { organization: home.organizationId, person: home.userId, mark: found.mark ?? "" };
  }
  const { confined, vouched } = found;
  return { id, name, email, role, organizationId, home, confined, vouched, grounds, standing };
}

/** A valid session with its person. */
export interface PresentSession {
  session: SessionToken;
  user: SessionUser;
}

/** Returns the valid session in a `Cookie` header, or null. */
export async function presentSession(cookies: string | null): Promise<PresentSession | null> {
  const token = cookieValue(cookies, sessionCookieName());
  if (!token) return null;
  const session = readSessionToken(await openSession(token));
  const user = session && (await cache().lookUp(session.sessionId, () => loadUser(session)));
  return user ? { session, user } : null;
}

/**
 * Returns the person whose session a request carries, with their present data from the database; null without a valid
 * session.
 */
export const sessionUser = async (headers: Headers): Promise<SessionUser | null> =>
  (await presentSession(headers.get("cookie")))?.user ?? null;
