import type { AccountTenant } from "#lib/kernel/principal";

/**
 * Returns a function that reads a row by its id, in one call of `read` with the other rows of the account that are asked
 * for in this turn of the event loop. Never reads for two accounts at once.
 */
export function readTogether<Row>(
  read: (tenant: AccountTenant, ids: string[]) => Promise<Map<string, Row>>,
): (tenant: AccountTenant, id: string) => Promise<Row | undefined> {
  const asked = new Map<string, { ids: Set<string>; rows: Promise<Map<string, Row>> }>();
  return async ({ organizationId, linkedAccountId }, id) => {
    const account = `${organizationId}/${linkedAccountId}`;
    let reading = asked.get(account);
    if (!reading) {
      const ids = new Set<string>();
      const begun = Promise.withResolvers<Map<string, Row>>();
      setImmediate(() => {
        asked.delete(account);
        read({ organizationId, linkedAccountId }, [...ids]).then(begun.resolve, begun.reject);
      });
      reading = { ids, rows: begun.promise };
      asked.set(account, reading);
    }
    reading.ids.add(id);
    return (await reading.rows).get(id);
  };
}
