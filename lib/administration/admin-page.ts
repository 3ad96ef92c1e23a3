import { notFound } from "next/navigation";
import { ROLE_PERMISSIONS } from "#lib/catalog/granted-permissions";
import type { CommandPermission, ReadPermission } from "#lib/security/permissions";
import { requirePageUser } from "#lib/sign-in/page-user";
import type { SessionUser } from "#lib/sign-in/session-user";

/**
 * Returns the signed-in user of a page that requires a permission. Renders the page as not found for a user without it.
 */
export async function requirePermission(permission: ReadPermission | CommandPermission): Promise<SessionUser> {
  const user = await requirePageUser();
  if (!ROLE_PERMISSIONS[user.role].has(permission)) notFound();
  return user;
}
