import { and, eq, isNull, ne, or } from "drizzle-orm";
import { z } from "zod";
import { appUser, ownIdentity, type ownProvider } from "#lib/db/schema";
import { type Transaction, withTenant } from "#lib/db/tenant";
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

type Reason = "no_subject" | "unknown_person" | "another_subject";

function refuse(kind: Reason): null {
  logger.info({ kind }, "a sign-in through an organization's own provider was refused");
  return null;
}

/** Returns the active user who is bound to the provider's subject. */
async function boundUser(tx: Transaction, { issuer }: Provider, sub: string): Promise<User | undefined> {
  const [found] = await tx
    .select({ user: appUser })
    .from(ownIdentity)
    .innerJoin(appUser, eq(appUser.id, ownIdentity.userId))
    .where(and(eq(ownIdentity.issuer, issuer), eq(ownIdentity.subject, sub), isNull(appUser.deactivatedAt)));
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
 * named the user, and null for an invitation. Returns false, and changes nothing, if another one
 * of the two is bound already.
 */
async function bind(
  tx: Transaction,
  user: User,
  { issuer }: Provider,
  sub: string,
  externalId: string | null,
): Promise<boolean> {
  const bound = await tx
    .insert(ownIdentity)
    .values({ organizationId: user.organizationId, userId: user.id, issuer, subject: sub, externalId })
    .onConflictDoNothing()
    .returning();
  if (bound.length === 0) return false;
  const [row] = await tx.update(appUser).set(NO_INVITATION).where(eq(appUser.id, user.id)).returning();
  if (row) await reenter(tx, row.id, personEntries(row));
  return true;
}

/**
 * Begins the session of the person whom an organization's own provider has authenticated, in that organization alone. The
 * first time they come by an invitation, or the directory's id of them is in the provider's claims; their address is
 * never enough. Returns null for anyone else and for deactivated people, and changes nothing then.
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
    const member = { userId, organizationId, name, sessionVersion, homeMark: null };
    return beginSessionIn(tx, member, request, { confined: true });
  });
}
