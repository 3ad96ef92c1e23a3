import { eq, sql } from "drizzle-orm";
import { appUser } from "#lib/db/schema";
import { readTenant } from "#lib/db/tenant";
import { conflict, DomainError } from "#lib/kernel/domain-error";
import { writeAudit } from "#lib/security/audit/audit-log";
import { organizationEntry } from "#lib/security/audit/organization-entry";
import { personEntries, reenter } from "#lib/security/credentials/directory";
import { endGrounds } from "#lib/security/credentials/grounds";
import { standingIn, withCaller } from "#lib/security/credentials/standing";
import { findInvitation, invitedPerson, linkIsOver } from "./invitation.ts";
import { NO_INVITATION, NO_LINKS } from "./links.ts";
import { assertFactor, requiredSession, type SessionRequest, switchOrganization } from "./organizations.ts";
import { removeFactors } from "./second-factor/factors.ts";
import type { Home, SessionUser } from "./session-user.ts";
import type { SignInRequest } from "./sessions.ts";

/** Returns the audit entry of a person who joins an organization, in one of their organizations. */
const entryOf = (organizationId: string, userId: string, name: string, { route, address }: SignInRequest) =>
  organizationEntry({
    organizationId,
    actor: { kind: "user", id: userId, name },
    action: "organizations:join",
    route,
    resource: userId,
    address,
  });

/** Returns the person as the caller of a write in one of their organizations, or in the one that they join. */
const callerIn = (organizationId: string, person: SessionUser) => ({ standing: standingIn(organizationId, person) });

/**
 * Makes a user the home of a person of several organizations. From then on no admin of it can choose the person's
 * password: a link that one has made before ends.
 */
async function settleHome(
  { userId, organizationId }: Home,
  person: SessionUser,
  request: SignInRequest,
): Promise<void> {
  await withCaller(callerIn(organizationId, person), { organizationId, linkedAccountId: null }, async (tx) => {
    const [home] = await tx
      .update(appUser)
      .set({
        homeUserId: userId,
        homeOrganizationId: organizationId,
        ...NO_INVITATION,
      })
      .where(eq(appUser.id, userId))
      .returning();
    if (!home) throw linkIsOver();
    await reenter(tx, userId, personEntries(home));
    // Open sessions are looked up again: they did not know a home.
    endGrounds(tx, `person:${userId}`);
    await writeAudit(tx, entryOf(organizationId, userId, person.name, request));
  });
}

/** Joins the invited user to the person's home, and removes the credentials that the user may have had. */
async function joinInvited(
  { organizationId, userId }: Home,
  home: Home,
  person: SessionUser,
  token: string,
  request: SignInRequest,
): Promise<void> {
  await withCaller(callerIn(organizationId, person), { organizationId, linkedAccountId: null }, async (tx) => {
    const invited = await invitedPerson(tx, userId, token, "update");
    if (!invited || invited.homeUserId !== null) throw linkIsOver();
    const name = invited.name === invited.email ? person.name : invited.name;
    const [joined] = await tx
      .update(appUser)
      .set({
        name,
        homeUserId: home.userId,
        homeOrganizationId: home.organizationId,
        passwordHash: null,
        ...NO_LINKS,
        identityIssuer: null,
        identitySubject: null,
        sessionVersion: sql`${appUser.sessionVersion} + 1`,
      })
      .where(eq(appUser.id, userId))
      .returning();
    if (!joined) throw linkIsOver();
    await removeFactors(tx, userId);
    await reenter(tx, userId, personEntries(joined));
    endGrounds(tx, `person:${userId}`);
    await writeAudit(tx, entryOf(organizationId, userId, name, request));
  });
}

/**
 * Throws `forbidden` if the deployment's provider has signed the person in and there is a password at home: it would open the
 * other organization too, but somebody else may have chosen it by an invitation's link.
 */
async function assertOwnPassword({ userId, organizationId }: Home, { vouched }: SessionUser): Promise<void> {
  if (!vouched) return;
  const [home] = await readTenant({ organizationId, linkedAccountId: null }, (tx) =>
    tx.select({ passwordHash: appUser.passwordHash }).from(appUser).where(eq(appUser.id, userId)),
  );
  if (!home?.passwordHash) return;
  throw new DomainError("forbidden", "Sign in by your password to join: it will open this organization too");
}

/**
 * Accepts an invitation for the signed-in person, whose password and second factors then open that organization too, and
 * switches to it. The home comes first: a process that dies after it leaves an invitation that is still open. Throws `unauthenticated`
 * without a session, `not_found` if the invitation is over, `conflict` if it is for another address, `forbidden` as `switchOrganization`.
 */
export async function joinOrganization(token: string, request: SessionRequest): Promise<void> {
  const { user, session } = await requiredSession(request.cookies);
  if (user.confined) {
    throw new DomainError(
      "forbidden",
      "Your organization's own sign-in opens that organization alone: sign in by password to join another",
    );
  }
  const found = token.startsWith("invitation_") ? await findInvitation(token) : null;
  if (!found) throw linkIsOver();
  const invited = await readTenant({ organizationId: found.organizationId, linkedAccountId: null }, (tx) =>
    invitedPerson(tx, found.userId, token),
  );
  if (!invited || invited.homeUserId !== null) throw linkIsOver();
  if (invited.email !== user.email) throw conflict("This invitation is for another address than yours");
  if (invited.organizationId === user.organizationId) throw conflict("You belong to this organization already");
  const home = user.home ?? { userId: user.id, organizationId: user.organizationId };
  await assertOwnPassword(home, user);
  await assertFactor(home, found.organizationId, session);
  await settleHome(home, user, request);
  await joinInvited(found, home, user, token, request);
  await switchOrganization(found.organizationId, request);
}
