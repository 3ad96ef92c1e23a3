import { and, eq, isNull, sql } from "drizzle-orm";
import { appUser, mcpToken } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { present } from "#lib/kernel/clock";
import { conflict } from "#lib/kernel/domain-error";
import { personEntries, reenter } from "#lib/security/credentials/directory";
import { endGrounds } from "#lib/security/credentials/grounds";
import { NO_LINKS } from "#lib/sign-in/links";
import { unbindDirectoryId } from "#lib/sign-in/own-provider/unbind";
import { lockAdmins } from "./last-admin.ts";

type User = typeof appUser.$inferSelect;

/** The properties of a user that an administrator, or an organization's directory, may change. */
export interface MemberChange {
  name?: string | undefined;
  role?: User["role"] | undefined;
  active?: boolean | undefined;
}

/** Revokes the MCP tokens of a user, so that none is valid again if the user is reactivated. */
export async function revokeTokens(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(mcpToken)
    .set({ revokedAt: present() })
    .where(and(eq(mcpToken.userId, userId), isNull(mcpToken.revokedAt)));
}

/** A user before and after a change. */
interface Changed {
  before: User;
  changed: User;
  /** Whether the user's binding to the organization's own provider has ended. */
  unbound: boolean;
}

/**
 * Changes a user of the organization, in the caller's transaction: the user's other organizations and their credentials
 * stay as they are. A change of role or a deactivation ends the user's sessions here, a deactivation their MCP tokens
 * too. `find` returns the row, locked; it is called after the admins were locked. Throws `conflict` for the last admin.
 */
export async function changeMember(tx: Transaction, find: () => Promise<User>, change: MemberChange): Promise<Changed> {
  const admins = change.role === "staff" || change.active === false ? await lockAdmins(tx) : new Set<string>();
  return changeLocked(tx, await find(), admins, change);
}

/** Changes a user as `changeMember` does. `before` was locked after `admins`, who are all that can sign in. */
export async function changeLocked(
  tx: Transaction,
  before: User,
  admins: ReadonlySet<string>,
  { name = before.name, role = before.role, active }: MemberChange,
): Promise<Changed> {
  const changesRole = role !== before.role;
  const deactivates = active === false && before.deactivatedAt === null;
  const isLast = admins.size === 1 && admins.has(before.id);
  if (isLast && deactivates) throw conflict("The last admin cannot be deactivated");
  if (isLast && changesRole) throw conflict("The last admin cannot be made staff");
  const isOther =
    changesRole || deactivates || name !== before.name || (active === true && before.deactivatedAt !== null);
  const [changed] = await tx
    .update(appUser)
    .set({
      name,
      role,
      ...(active === undefined ? {} : { deactivatedAt: active ? null : (before.deactivatedAt ?? present()) }),
      ...(active ? { removedAt: null } : {}),
      ...(deactivates ? NO_LINKS : {}),
      ...(changesRole || deactivates ? { sessionVersion: sql`${appUser.sessionVersion} + 1` } : {}),
      ...(isOther ? { modifiedAt: sql`now()` } : {}),
    })
    .where(eq(appUser.id, before.id))
    .returning();
  if (!changed) throw new Error("The person was not written");
  if (deactivates) await reenter(tx, changed.id, personEntries(changed));
  // A token from before an upgrade may still stand although its person was deactivated.
  if (deactivates || (before.deactivatedAt && active)) await revokeTokens(tx, changed.id);
  if (changesRole || deactivates) endGrounds(tx, `person:${changed.id}`);
  // A directory that may not make admins must not have chosen who signs in as one.
  const isRaised = changesRole && role === "admin" && !before.externalIdVouched;
  return { before, changed, unbound: isRaised && (await unbindDirectoryId(tx, changed.id)) };
}
