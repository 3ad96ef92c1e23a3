import type { appUser } from "#lib/db/schema";
import { DomainError } from "#lib/kernel/domain-error";
import type { ScimCaller } from "./caller.ts";
import { addressOf, type Document, externalIdOf } from "./document.ts";

type User = typeof appUser.$inferSelect;

const refused = (what: string) =>
  new DomainError(
    "forbidden",
    `This SCIM token names no role of admins (admin_role), so it cannot ${what} of an admin; nothing was saved`,
  );

/**
 * Throws 403 if a token that may make nobody an admin would choose who signs in as one: by the directory's id, by the
 * address, or by a reactivation. It may deactivate an admin, and rename them with that, as Entra ID does when it deletes
 * somebody: they are staff from then on.
 */
export function assertAdminIsKept({ adminRole }: ScimCaller, user: User, before: Document, after: Document): void {
  if (adminRole !== null || user.role !== "admin") return;
  if (externalIdOf(after) !== externalIdOf(before)) throw refused("change the externalId");
  if (before.active === false && after.active === true) throw refused("end the deactivation");
  if (addressOf(after) !== addressOf(before) && !isDeparture(before, after)) throw refused("change the userName");
}

/** Whether a change both renames and deactivates. */
export const isDeparture = (before: Document, after: Document): boolean =>
  before.active === true && after.active === false && addressOf(after) !== addressOf(before);
