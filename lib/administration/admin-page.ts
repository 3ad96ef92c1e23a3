import { notFound } from "next/navigation";
import { ROLE_PERMISSIONS } from "#lib/catalog/granted-permissions";
import type { ChangePermission, ReadPermission } from "#lib/security/permissions";
import { requirePageUser } from "#lib/sign-in/page-user";
import type { SessionUser } from "#lib/sign-in/session-user";

/** The person who looks at a page that needs a permission; to one without it the page is not there. */
export async function requirePermission(permission: ReadPermission | ChangePermission): Promise<SessionUser> {
  const user = await requirePageUser();
  if (!ROLE_PERMISSIONS[user.role].has(permission)) notFound();
  return user;
}
