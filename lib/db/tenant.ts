import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type { PoolClient } from "pg";
import type { Tenant } from "#lib/core/principal";
import { appPool } from "./pool.ts";

/** A drizzle database bound to one open transaction of one tenant. */
export type Transaction = NodePgDatabase;

const bound = new WeakMap<PoolClient, Transaction>();

function transactionOn(client: PoolClient): Transaction {
  let transaction = bound.get(client);
  if (!transaction) {
    transaction = drizzle(client);
    bound.set(client, transaction);
  }
  return transaction;
}

const ID = /^[0-9a-f-]{32,36}$/;

/** The statement that opens a transaction for a tenant. Ids are checked to be hex, as they stand in the text. */
function begin(tenant: Tenant, mode: "READ WRITE" | "READ ONLY"): string {
  const account = tenant.linkedAccountId ?? "";
  if (!ID.test(tenant.organizationId) || (account !== "" && !ID.test(account)))
    throw new Error("A tenant's ids must be UUIDs");
  return `BEGIN ${mode}; SELECT set_config('app.organization_id', '${tenant.organizationId}', true), set_config('app.linked_account_id', '${account}', true)`;
}

/**
 * The door to a tenant's data: one transaction in which row-level security lets through the rows of this
 * organization and linked account alone. Commits when `work` resolves, rolls back when it throws.
 */
export async function withTenant<Result>(tenant: Tenant, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  const opening = begin(tenant, "READ WRITE");
  const client = await appPool().connect();
  let broken: Error | undefined;
  try {
    // Not awaited: it goes out with the first query, and a failure shows there.
    const opened = client.query(opening);
    opened.catch(() => undefined);
    const result = await work(transactionOn(client));
    await opened;
    const committed = await client.query("COMMIT");
    // PostgreSQL answers ROLLBACK to the COMMIT of a transaction in which a statement failed.
    if (committed.command !== "COMMIT") throw new Error("The transaction was rolled back");
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** As `withTenant`, for reads alone: it does not wait for the end of its transaction, which saves a round trip. */
export async function readTenant<Result>(tenant: Tenant, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  const opening = begin(tenant, "READ ONLY");
  const client = await appPool().connect();
  client.query(opening).catch(() => undefined);
  try {
    return await work(transactionOn(client));
  } finally {
    client.query("COMMIT").then(
      () => client.release(),
      (failure: Error) => client.release(failure),
    );
  }
}
