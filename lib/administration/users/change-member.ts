import { and, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import { appUser, mcpToken, ownIdentity } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { conflict } from "#lib/kernel/api-error";
import { present } from "#lib/kernel/clock";
import { personEntries, reenter } from "#lib/security/credentials/directory";
import { endGrounds } from "#lib/security/credentials/grounds";
import { NO_LINKS } from "#lib/sign-in/links";

type User = typeof appUser.$inferSelect;

/** The properties of a user that an administrator, or an organization's directory, may change. */
export interface MemberChange {
  name?: string | undefined;
  role?: User["role"] | undefined;
  active?: boolean | undefined;
}

/** Locks the admins who can sign in, in a fixed order, so that two of them cannot remove each other's role at once. */
async function lockAdmins(tx: Transaction): Promise<Set<string>> {
  const admins = await tx
    .select({ id: appUser.id })
    .from(appUser)
    .where(
      and(
        eq(appUser.role, "admin"),
        isNull(appUser.deactivatedAt),
        or(
          isNotNull(appUser.passwordHash),
          isNotNull(appUser.identitySubject),
          isNotNull(appUser.homeUserId),
          inArray(appUser.id, tx.select({ id: ownIdentity.userId }).from(ownIdentity)),
        ),
      ),
    )
    .orderBy(appUser.id)
    .for("update");
  return new Set(admins.map(({ id }) => id));
}

/** Revokes the MCP tokens of a user, so that none is valid again if the user is reactivated. */
async function revokeTokens(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(mcpToken)
    .set({ revokedAt: present() })
    .where(and(eq(mcpToken.userId, userId), isNull(mcpToken.revokedAt)));
}

/**
 * Changes a user of the organization, in the caller's transaction: the user's other organizations and their credentials
 * stay as they are. A change of role or a deactivation ends the user's sessions here, a deactivation their MCP tokens
 * too. `find` returns the row, locked; it is called after the admins were locked. Throws 409 for the last admin.
 */
export async function changeMember(
  tx: Transaction,
  find: () => Promise<User>,
  { name, role, active }: MemberChange,
): Promise<{ before: User; changed: User }> {
  const admins = role === "staff" || active === false ? await lockAdmins(tx) : new Set<string>();
  const before = await find();
  const changesRole = role !== undefined && role !== before.role;
  const deactivates = active === false && before.deactivatedAt === null;
  const isLast = admins.size === 1 && admins.has(before.id);
  if (isLast && changesRole) throw conflict("The last admin cannot be made staff");
  if (isLast && deactivates) throw conflict("The last admin cannot be deactivated");

  const [changed] = await tx
    .update(appUser)
    .set({
      name: name ?? before.name,
      role: role ?? before.role,
      ...(active === undefined ? {} : { deactivatedAt: active ? null : (before.deactivatedAt ?? present()) }),
      ...(active ? { removedAt: null } : {}),
      ...(deactivates ? NO_LINKS : {}),
      ...(changesRole || deactivates ? { sessionVersion: sql`${appUser.sessionVersion} + 1` } : {}),
    })
    .where(eq(appUser.id, before.id))
    .returning();
  if (!changed) throw new Error("The person was not written");
  if (deactivates) await reenter(tx, changed.id, personEntries(changed));
  // A token from before an upgrade may still stand although its person was deactivated.
  if (deactivates || (before.deactivatedAt && active)) await revokeTokens(tx, changed.id);
  if (changesRole || deactivates) endGrounds(tx, `person:${changed.id}`);
  return { before, changed };
}
