import { getTableName } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { RecordState } from "#lib/api/answer/validator";
import { readTogether } from "#lib/db/read-together";
import { readVersion } from "#lib/db/record-versions";
import { readTenantAtOnce, type Transaction } from "#lib/db/tenant";
import { firstSyncWarnings } from "#lib/definitions/first-sync";
import type { AccountTenant } from "#lib/kernel/principal";

/** Returns the names of the tables of synchronized records that an answer is made of, as one text. */
export const recordsOf = (tables: readonly PgTable[]): string => tables.map(getTableName).join(" ");

/**
 * Reads what an answer about synchronized records is validated by. Sends its statements at once: the state that is read
 * before the records is never newer than they are.
 */
export async function readState(tx: Transaction, account: string, records: string): Promise<RecordState> {
  const version = readVersion(tx, account, records.split(" "));
  // The caller may fail before it awaits this.
  version.catch(() => undefined);
  const warnings = await firstSyncWarnings(tx, account);
  return { version: await version, warnings };
}

const statesOf = readTogether((tenant, asked: string[]) =>
  readTenantAtOnce(tenant, async (tx) => {
    const states = asked.map(
      async (records) => [records, await readState(tx, tenant.linkedAccountId, records)] as const,
    );
    return new Map(await Promise.all(states));
  }),
);

/**
 * Reads the present state of an account's records, in one packet with what the account's other requests ask for in this
 * turn of the event loop. The read begins after the call, so it shows every change that was committed before.
 */
export const presentState = async (tenant: AccountTenant, records: string): Promise<RecordState> =>
  (await statesOf(tenant, records)) as RecordState;
