import { and, eq, inArray, isNull, ne, or } from "drizzle-orm";
import { z } from "zod";
import { appUser, ownIdentity, ownProvider } from "#lib/db/schema";
import { type Transaction, withTenant } from "#lib/db/tenant";
import { storedForms } from "#lib/kernel/email-address";
import { logger } from "#lib/kernel/logger";
import { isStorable } from "#lib/kernel/storable-text";
import { writeAudit } from "#lib/security/audit/audit-log";
import { organizationEntry } from "#lib/security/audit/organization-entry";
import { personEntries, reenter } from "#lib/security/credentials/directory";
import { invitedPerson } from "#lib/sign-in/invitation";
import { NO_INVITATION } from "#lib/sign-in/links";
import type { SessionToken } from "#lib/sign-in/session-token";
import { beginSessionIn, type SignInRequest } from "#lib/sign-in/sessions";

type User = typeof appUser.$inferSelect;
type Provider = typeof ownProvider.$inferSelect;

const subject = z.string().min(1).max(255).refine(isStorable);

type Reason = "no_subject" | "unknown_person" | "another_subject" | "another_person" | "provider_changed";

function refuse(kind: Reason): null {
  logger.info({ kind }, "a sign-in through an organization's own provider was refused");
  return null;
}

/** Returns the active user who is bound to the provider's subject. Notes the provider's client, if it is another one. */
async function boundUser(tx: Transaction, { issuer, clientId }: Provider, sub: string): Promise<User | undefined> {
  const [found] = await tx
    .select({ user: appUser, identity: ownIdentity })
    .from(ownIdentity)
    .innerJoin(appUser, eq(appUser.id, ownIdentity.userId))
    .where(and(eq(ownIdentity.issuer, issuer), eq(ownIdentity.subject, sub), isNull(appUser.deactivatedAt)));
  if (found && found.identity.clientId !== clientId) {
    await tx.update(ownIdentity).set({ clientId }).where(eq(ownIdentity.userId, found.user.id));
  }
  return found?.user;
}

/** An invitation with which a person came to the provider. */
export interface Brought {
  userId: string;
  token: string;
}

/** Returns the user who may still accept the invitation. */
async function invitedUser(tx: Transaction, { userId, token }: Brought): Promise<User | undefined> {
  const invited = await invitedPerson(tx, userId, token, "update");
  return invited && invited.deactivatedAt === null && invited.homeUserId === null ? invited : undefined;
}

/**
 * Returns the one active user whom the organization's directory names by this id: an admin only if it may make people
 * admins.
 */
async function userOfDirectory(tx: Transaction, externalId: string): Promise<User | undefined> {
  const users = await tx
    .select()
    .from(appUser)
    .where(
      and(
        eq(appUser.externalId, externalId),
        isNull(appUser.deactivatedAt),
        or(ne(appUser.role, "admin"), eq(appUser.externalIdVouched, true)),
      ),
    )
    .for("update");
  return users.length === 1 ? users[0] : undefined;
}

/**
 * Binds a user to the provider's subject, and ends an open invitation. `externalId` is the directory's id if that has
 * named the user, and null for an invitation. A user whom another client or issuer has bound is bound anew: a subject may
 * be another one for each client. Returns false, and changes nothing, if the subject belongs to another user, or this
 * client has sent another one for the user.
 */
async function bind(
  tx: Transaction,
  user: User,
  { issuer, clientId }: Provider,
  sub: string,
  externalId: string | null,
): Promise<boolean> {
  const isHeld = and(eq(ownIdentity.issuer, issuer), eq(ownIdentity.subject, sub));
  const others = await tx
    .select()
    .from(ownIdentity)
    .where(or(isHeld, eq(ownIdentity.userId, user.id)))
    .for("update");
  const isOwn = (each: (typeof others)[number]) =>
    each.userId === user.id && (each.issuer !== issuer || each.clientId !== clientId);
  if (!others.every(isOwn)) return false;
  const identity = { issuer, subject: sub, clientId, externalId };
  const bound = await tx
    .insert(ownIdentity)
    .values({ organizationId: user.organizationId, userId: user.id, ...identity })
    .onConflictDoUpdate({ target: [ownIdentity.organizationId, ownIdentity.userId], set: identity })
    .returning();
  if (bound.length === 0) return false;
  const [row] = await tx.update(appUser).set(NO_INVITATION).where(eq(appUser.id, user.id)).returning();
  if (row) await reenter(tx, row.id, personEntries(row));
  return true;
}

/**
 * Returns whether the account at the provider is another user's, by its address or the directory's id: somebody else has
 * signed in there, in the browser in which a person had opened their invitation.
 */
async function isAnothers(tx: Transaction, { id }: User, email: unknown, externalId: string | undefined) {
  const named = [
    typeof email === "string" && isStorable(email) ? inArray(appUser.email, [...storedForms(email)]) : undefined,
    externalId === undefined ? undefined : eq(appUser.externalId, externalId),
  ].filter((each) => each !== undefined);
  if (named.length === 0) return false;
  const others = await tx
    .select({ id: appUser.id })
    .from(appUser)
    .where(and(ne(appUser.id, id), or(...named)));
  return others.length > 0;
}

/** Returns whether the provider is still the organization's, until the end of the caller's transaction. */
async function isPresent(tx: Transaction, { id, issuer, clientId }: Provider): Promise<boolean> {
  const rows = await tx
    .select({ id: ownProvider.id })
    .from(ownProvider)
    .where(and(eq(ownProvider.id, id), eq(ownProvider.issuer, issuer), eq(ownProvider.clientId, clientId)))
    .for("share");
  return rows.length > 0;
}

/**
 * Begins the session of the person whom an organization's own provider has authenticated, in that organization alone. The
 * first time, and after a change of the provider's client or issuer, they come by an invitation, or the directory's id of
 * them is in the provider's claims; their address is never enough. Returns null for anyone else and for deactivated
 * people, whom it binds to nothing.
 */
export async function beginOwnSession(
  provider: Provider,
  claims: Record<string, unknown>,
  brought: Brought | null,
  request: SignInRequest,
): Promise<SessionToken | null> {
  const { data: sub } = subject.safeParse(claims.sub);
  if (sub === undefined) return refuse("no_subject");
  const { organizationId } = provider;
  const { data: externalId } = subject.safeParse(claims[provider.externalIdClaim]);
  return withTenant({ organizationId, linkedAccountId: null }, async (tx) => {
    const known = await boundUser(tx, provider, sub);
    const invited = known || !brought ? undefined : await invitedUser(tx, brought);
    const named = known || invited || externalId === undefined ? undefined : await userOfDirectory(tx, externalId);
    const found = known ?? invited ?? named;
    if (!found) return refuse("unknown_person");
    if (invited && (await isAnothers(tx, invited, claims.email, externalId))) return refuse("another_person");
    if (!(await isPresent(tx, provider))) return refuse("provider_changed");
    if (!known) {
      if (!(await bind(tx, found, provider, sub, named?.externalId ?? null))) return refuse("another_subject");
      await writeAudit(
        tx,
        organizationEntry({
          organizationId,
          actor: { kind: "user", id: found.id, name: found.name },
          action: "identity:bind",
          route: request.route,
          resource: found.id,
          address: request.address,
        }),
      );
    }
    const { id: userId, name, sessionVersion } = found;
    const member = { userId, organizationId, name, sessionVersion, home: null };
    return beginSessionIn(tx, member, request, { confined: true });
  });
}
