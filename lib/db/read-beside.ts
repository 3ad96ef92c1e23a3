import type pg from "pg";
import { required } from "#lib/kernel/environment";
import type { AccountTenant } from "#lib/kernel/principal";
import { Shares } from "#lib/kernel/shares";
import { singleton } from "#lib/kernel/singleton";
import { connectionPool } from "./connection-pool.ts";
import { type TakenConnection, takeFrom } from "./pool.ts";
import { readTenant, type Transaction } from "./tenant.ts";

const MAX_CONNECTIONS = 2;
const WAIT_MS = 5_000;

/** Connections of their own: with those of the application, transactions that each wait for a second one would wait for ever. */
const besidePool = (): pg.Pool =>
  singleton(
    "beside-pool",
    () =>
      connectionPool({
        connectionString: required("APP_DATABASE_URL"),
        application_name: "crc-beside",
        max: MAX_CONNECTIONS,
        pipeline: true,
      }),
    (pool) => pool.end(),
  );

const shares = () => singleton("beside-pool-shares", () => new Shares(MAX_CONNECTIONS, WAIT_MS));

const takeBeside = (holder: string): Promise<TakenConnection> => takeFrom(besidePool(), shares(), holder);

/**
 * Reads what is committed while the caller has a transaction open, hence without what that one has changed. The work must
 * wait for no lock.
 */
export const readBeside = <Result>(
  tenant: AccountTenant,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> => readTenant(tenant, work, takeBeside);
