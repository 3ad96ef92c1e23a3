import { gathered } from "#lib/kernel/gathered";
import type { AccountTenant } from "#lib/kernel/principal";

/**
 * Returns a function that reads a row by its id, in one call of `read` with the other rows of the account that are asked
 * for in this turn of the event loop. Never reads for two accounts at once.
 */
export function readTogether<Row>(
  read: (tenant: AccountTenant, ids: string[]) => Promise<Map<string, Row>>,
): (tenant: AccountTenant, id: string) => Promise<Row | undefined> {
  const readOne = gathered(async (asked: readonly { tenant: AccountTenant; id: string }[]) => {
    const [first] = asked;
    if (!first) return [];
    const { organizationId, linkedAccountId } = first.tenant;
    const rows = await read({ organizationId, linkedAccountId }, [...new Set(asked.map(({ id }) => id))]);
    return asked.map(({ id }) => rows.get(id));
  });
  return (tenant, id) => readOne(`${tenant.organizationId}/${tenant.linkedAccountId}`, { tenant, id });
}
