import type { Tenant } from "#lib/kernel/principal";

const ID = /^[0-9a-f]{8}(-?)[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{12}$/;

/**
 * Returns the statements that make a tenant that of the open transaction, for its row-level security. Checks that the ids are
 * UUIDs, since they become part of the text: SET takes no parameters.
 */
export function settingsOf({ organizationId, linkedAccountId }: Tenant): string {
  const account = linkedAccountId ?? "";
  if (!ID.test(organizationId) || (account !== "" && !ID.test(account)))
    throw new Error("A tenant's ids must be UUIDs");
  return `SET LOCAL app.organization_id = '${organizationId}'; SET LOCAL app.linked_account_id = '${account}'`;
}
