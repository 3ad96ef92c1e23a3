import { notFound } from "next/navigation";
import { type Permission, ROLE_PERMISSIONS } from "#lib/catalog/permissions";
import { requirePageUser } from "./page-user.ts";
import type { SessionUser } from "./session-user.ts";

/** The person who looks at a page that needs a permission; to one without it the page is not there. */
export async function requirePermission(permission: Permission): Promise<SessionUser> {
  const user = await requirePageUser();
  if (!ROLE_PERMISSIONS[user.role].has(permission)) notFound();
  return user;
}
