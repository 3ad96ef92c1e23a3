import type { appUser } from "#lib/db/schema";
import { consoleAddress } from "#lib/kernel/addresses";
import { environment } from "#lib/kernel/environment";

export const USER_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:User";

/** Returns the address of a resource of `/scim/v2`. */
export function scimAddress(path: string): string {
  const env = environment();
  return `${consoleAddress(env, env.PORT)}/scim/v2${path}`;
}

/** Maps a stored user to the representation of RFC 7643 section 4.1, without anything of how they sign in. */
export const toUserResource = (row: typeof appUser.$inferSelect) => ({
  schemas: [USER_SCHEMA],
  id: row.id,
  ...(row.externalId !== null && { externalId: row.externalId }),
  userName: row.email,
  displayName: row.name,
  name: { formatted: row.name },
  active: row.deactivatedAt === null,
  emails: [{ value: row.email, type: "work", primary: true }],
  roles: [{ value: row.role, primary: true }],
  meta: { resourceType: "User", created: row.createdAt.toISOString(), location: scimAddress(`/Users/${row.id}`) },
});
