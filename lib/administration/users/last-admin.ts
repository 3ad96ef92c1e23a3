import { and, eq, isNull } from "drizzle-orm";
import { appUser, ownIdentity, ownProvider } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { conflict } from "#lib/kernel/domain-error";
import { environment } from "#lib/kernel/environment";

type User = typeof appUser.$inferSelect;

/** Returns the users whom the organization's own provider signs in as it is configured now. */
async function boundToProvider(tx: Transaction): Promise<ReadonlySet<string>> {
  const bound = await tx
    .select({ id: ownIdentity.userId })
    .from(ownIdentity)
    .innerJoin(ownProvider, eq(ownProvider.issuer, ownIdentity.issuer));
  return new Set(bound.map(({ id }) => id));
}

/** Returns whether a user can sign in by a password or the deployment's provider, here or at their home. */
function hasOwnSignIn({ id, passwordHash, identityIssuer, homeUserId }: User): boolean {
  const isVouched = identityIssuer !== null && identityIssuer === environment().OIDC_ISSUER;
  return passwordHash !== null || isVouched || (homeUserId !== null && homeUserId !== id);
}

/**
 * Locks the active admins, in a fixed order, so that nobody else changes how they sign in meanwhile. Returns those who can
 * sign in. A user with an identity at a provider that is gone, or at its former issuer, cannot.
 */
export async function lockAdmins(tx: Transaction): Promise<Set<string>> {
  const admins = await tx
    .select()
    .from(appUser)
    .where(and(eq(appUser.role, "admin"), isNull(appUser.deactivatedAt)))
    .orderBy(appUser.id)
    .for("update");
  // A statement of its own sees what others have committed while this one waited for the locks.
  const bound = await boundToProvider(tx);
  return new Set(admins.filter((each) => hasOwnSignIn(each) || bound.has(each.id)).map(({ id }) => id));
}

/**
 * Throws `conflict` if a change of the organization's provider, made in the caller's transaction after `lockAdmins` returned
 * `before`, has left no admin who can sign in. `directory`: whether those whom the directory names may sign in by a
 * provider of another issuer.
 */
export async function assertAdminRemains(
  tx: Transaction,
  before: ReadonlySet<string>,
  directory: boolean,
): Promise<void> {
  if (before.size === 0) return;
  const rows = await tx
    .select()
    .from(appUser)
    .where(and(eq(appUser.role, "admin"), isNull(appUser.deactivatedAt)));
  const bound = await boundToProvider(tx);
  const isLeft = (each: User) =>
    hasOwnSignIn(each) || bound.has(each.id) || (directory && each.externalId !== null && before.has(each.id));
  if (rows.some(isLeft)) return;
  throw conflict("No admin could sign in any more: one of them first needs a password, by a link from an admin");
}
