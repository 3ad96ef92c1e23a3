import { and, eq, isNull, or, sql } from "drizzle-orm";
import { appSession, appUser } from "#lib/db/schema";
import { readTenant, withTenant } from "#lib/db/tenant";
import { conflict, DomainError, notFound, unauthorized } from "#lib/kernel/domain-error";
import { writeAudit } from "#lib/security/audit/audit-log";
import { organizationEntry } from "#lib/security/audit/organization-entry";
import { endGrounds } from "#lib/security/credentials/grounds";
import { standingIn, withCaller } from "#lib/security/credentials/standing";
import { membershipsWith } from "./find-person.ts";
import type { OwnOrganization } from "./own-organization.ts";
import { activeMemberships, memberOf } from "./person.ts";
import { factorsOf, requiresSecondFactor } from "./second-factor/factors.ts";
import { sessionCookie } from "./session-cookie.ts";
import type { SessionToken } from "./session-token.ts";
import { type Home, type PresentSession, presentSession, type SessionUser } from "./session-user.ts";
import { beginSession, type SignInRequest } from "./sessions.ts";

/** The request of a signed-in person that changes their session. */
export interface SessionRequest extends SignInRequest {
  /** The `Cookie` header. */
  cookies: string | null;
  setCookie(value: string): void;
}

/**
 * Returns the organizations in which a signed-in person is active; none for a person of one organization, or whom one's
 * own provider signed in.
 */
export async function organizationsOf({ home, email, confined }: SessionUser): Promise<OwnOrganization[]> {
  if (!home || confined) return [];
  const active = activeMemberships(home.userId, await membershipsWith(email));
  return active.map(({ user, organizationName }) => ({ id: user.organizationId, name: organizationName }));
}

/** Returns the session of a request. Throws `unauthenticated` without a valid one. */
export async function requiredSession(cookies: string | null): Promise<PresentSession> {
  const present = await presentSession(cookies);
  if (!present) throw unauthorized("Sign in first");
  return present;
}

/**
 * Throws `forbidden` if an organization requires a second factor that the person did not have at this sign-in, which asks for
 * every factor that there is. A person without a password signs in through the OpenID provider, which checks its own factors.
 */
export async function assertFactor(
  home: Home,
  organizationId: string,
  { signedInAt }: Pick<SessionToken, "signedInAt">,
): Promise<void> {
  const required = await readTenant({ organizationId, linkedAccountId: null }, (tx) =>
    requiresSecondFactor(tx, organizationId),
  );
  if (!required) return;
  const isEnough = await readTenant({ organizationId: home.organizationId, linkedAccountId: null }, async (tx) => {
    const [user] = await tx.select().from(appUser).where(eq(appUser.id, home.userId));
    const factors = await factorsOf(tx, home.userId);
    // The session counts whole seconds.
    const wasAsked = factors.some(({ createdAt }) => createdAt.getTime() < (signedInAt + 1) * 1_000);
    return user?.passwordHash === null || wasAsked;
  });
  if (isEnough) return;
  throw new DomainError(
    "forbidden",
    "This organization requires a second factor. Set one up on the page Your account, then sign in again",
  );
}

/**
 * Lets one request alone take a session elsewhere. A process that dies before the session ends lets another request do so
 * after a minute. Throws `conflict` while another one does, `unauthenticated` after it has.
 */
async function claim({ session, user }: PresentSession): Promise<void> {
  const mine = eq(appSession.id, session.sessionId);
  await withCaller(
    { standing: user.standing },
    { organizationId: user.organizationId, linkedAccountId: null },
    async (tx) => {
      const claimed = await tx
        .update(appSession)
        .set({ leavingAt: sql`now()` })
        .where(and(mine, or(isNull(appSession.leavingAt), sql`${appSession.leavingAt} < now() - interval '1 minute'`)))
        .returning({ id: appSession.id });
      if (claimed.length > 0) return;
      const [left] = await tx.select({ id: appSession.id }).from(appSession).where(mine);
      throw left
        ? conflict("This session is being taken to another organization already")
        : unauthorized("Sign in first");
    },
  );
}

/** Lets a session be taken elsewhere after an attempt that failed. */
async function disclaim({ session, user }: PresentSession): Promise<void> {
  await withTenant({ organizationId: user.organizationId, linkedAccountId: null }, (tx) =>
    tx.update(appSession).set({ leavingAt: null }).where(eq(appSession.id, session.sessionId)),
  );
}

/** Ends the session that was left for another organization; the audit log there does not name the other. */
async function leave({ session, user }: PresentSession, { route, address }: SignInRequest): Promise<void> {
  await withTenant({ organizationId: user.organizationId, linkedAccountId: null }, async (tx) => {
    const ended = await tx.delete(appSession).where(eq(appSession.id, session.sessionId)).returning();
    if (ended.length === 0) return;
    endGrounds(tx, `session:${session.sessionId}`);
    await writeAudit(
      tx,
      organizationEntry({
        organizationId: user.organizationId,
        actor: { kind: "user", id: user.id, name: user.name },
        action: "session:leave",
        route,
        address,
      }),
    );
  });
}

/**
 * Takes the session of a request to another organization of its person: a new session there, which ends when the present
 * one would have, then the end of the present one, so that a process that dies between the two signs nobody out. Of
 * several requests at once one alone does so. Throws `unauthenticated` without a session, `conflict` beside another request, `not_found` for an organization in which the person is not active, `forbidden` if it requires a second factor
 * that the person lacks.
 */
export async function switchOrganization(organizationId: string, request: SessionRequest): Promise<void> {
  const present = await requiredSession(request.cookies);
  const { user, session } = present;
  if (organizationId === user.organizationId) return;
  if (!user.home || user.confined) throw notFound("Organization");
  const memberships = await membershipsWith(user.email);
  const home = memberships.find((each) => each.user.id === user.home?.userId)?.user;
  const active = activeMemberships(user.home.userId, memberships);
  const target = active.find((each) => each.user.organizationId === organizationId)?.user;
  if (!home || !target) throw notFound("Organization");
  await assertFactor(user.home, organizationId, session);
  const signedInAt = new Date(session.signedInAt * 1_000);
  await claim(present);
  const begun = await beginSession(memberOf(target, home), request, {
    signedInAt,
    vouched: user.vouched,
    after: standingIn(organizationId, user),
  }).catch(async (error: unknown) => {
    await disclaim(present);
    throw error;
  });
  request.setCookie(await sessionCookie(begun));
  await leave(present, request);
}
