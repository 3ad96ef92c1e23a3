import { and, eq, isNotNull, isNull, or, type SQL } from "drizzle-orm";
import { webhookEndpoint } from "#lib/db/schema";
import { DomainError } from "#lib/kernel/domain-error";
import type { Principal } from "#lib/kernel/principal";

/** Whose events an endpoint gets: those of its account, or those of all accounts of the organization (additions §5). */
export const SCOPES = ["account", "organization"] as const;

export type Scope = (typeof SCOPES)[number];

/** Returns the scope of an endpoint's row. */
export const scopeOf = ({ linkedAccountId }: Pick<typeof webhookEndpoint.$inferSelect, "linkedAccountId">): Scope =>
  linkedAccountId === null ? "organization" : "account";

/** What decides which endpoints a caller may see and change. */
interface Caller extends Pick<Principal, "actor" | "linkedAccountId"> {
  isWithoutAccount?: true | undefined;
}

/** Returns whether a caller may see the endpoints of the whole organization: those of an account see events of that alone. */
export const seesOrganization = ({ actor, isWithoutAccount }: Omit<Caller, "linkedAccountId">): boolean =>
  isWithoutAccount === true || actor.kind === "user";

/**
 * Returns the condition that a caller may see an endpoint: those of the account, in an admin's session also those of the whole
 * organization, and for a client without an access token those that it registered.
 */
export function isVisible({ actor, linkedAccountId, isWithoutAccount }: Caller): SQL | undefined {
  const ofAll = isNull(webhookEndpoint.linkedAccountId);
  if (isWithoutAccount) return and(ofAll, eq(webhookEndpoint.apiClientId, actor.id));
  const ofAccount = eq(webhookEndpoint.linkedAccountId, linkedAccountId);
  return seesOrganization({ actor, isWithoutAccount }) ? or(ofAccount, ofAll) : ofAccount;
}

/** Returns the condition that an endpoint has a scope. */
export const hasScope = (scope: Scope): SQL =>
  scope === "organization" ? isNull(webhookEndpoint.linkedAccountId) : isNotNull(webhookEndpoint.linkedAccountId);

/** Throws `forbidden` for a caller of one account that names the scope of the organization. */
export function assertScope(caller: Caller, scope: Scope): void {
  if (scope === "account" || seesOrganization(caller)) return;
  throw new DomainError(
    "forbidden",
    "Not allowed: an endpoint of the whole organization needs client_id and client_secret without an access token, or the session of an admin; nothing was saved",
  );
}
