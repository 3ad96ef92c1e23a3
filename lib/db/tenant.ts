import type { PoolClient } from "pg";
import type { Tenant } from "#lib/core/principal";
import { doorOf, type Transaction } from "./door.ts";
import { appPool } from "./pool.ts";

export type { Transaction } from "./door.ts";

const ID = /^[0-9a-f-]{32,36}$/;

/** The statement that opens a transaction for a tenant. Ids are checked to be hex, as they stand in the text. */
function begin(tenant: Tenant, mode: "READ WRITE" | "READ ONLY"): string {
  const account = tenant.linkedAccountId ?? "";
  if (!ID.test(tenant.organizationId) || (account !== "" && !ID.test(account)))
    throw new Error("A tenant's ids must be UUIDs");
  return `BEGIN ${mode}; SET LOCAL app.organization_id = '${tenant.organizationId}'; SET LOCAL app.linked_account_id = '${account}'`;
}

/** Has a commit not wait for the disk: after a crash of PostgreSQL it may not have been. */
const NOT_DURABLE = "; SET LOCAL synchronous_commit = off";

/**
 * The door to a tenant's data: one transaction in which row-level security lets through the rows of this
 * organization and linked account alone. Commits when `work` resolves, rolls back when it throws. Without `durable`
 * the commit does not wait for the disk: for what is simply done again where a crash of PostgreSQL has undone it.
 */
export async function withTenant<Result>(
  tenant: Tenant,
  work: (tx: Transaction) => Promise<Result>,
  { durable = true }: { durable?: boolean } = {},
): Promise<Result> {
  const opening = begin(tenant, "READ WRITE") + (durable ? "" : NOT_DURABLE);
  const client = await appPool().connect();
  const door = doorOf(client);
  let broken: Error | undefined;
  try {
    const opened = door.begin(opening);
    const result = await work(door.tx);
    await opened;
    const { command } = await door.commit();
    // PostgreSQL answers ROLLBACK to the COMMIT of a transaction in which a statement failed.
    if (command !== "COMMIT") throw new Error("The transaction was rolled back");
    door.committed();
    return result;
  } catch (error) {
    const ended = await door.rollBack().catch((failure: Error) => {
      broken = failure;
    });
    if (ended?.command === "COMMIT") door.committed();
    else door.rolledBack();
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Gives a connection back when its transaction has ended; nobody waits for that. */
function releaseAfter(ended: Promise<unknown>, client: PoolClient): void {
  ended.then(
    () => client.release(),
    (failure: Error) => client.release(failure),
  );
}

/** As `withTenant`, for reads alone: it does not wait for the end of its transaction, which saves a round trip. */
export async function readTenant<Result>(tenant: Tenant, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  const opening = begin(tenant, "READ ONLY");
  const client = await appPool().connect();
  const door = doorOf(client);
  door.begin(opening);
  try {
    return await work(door.tx);
  } finally {
    releaseAfter(door.commit(), client);
  }
}

/**
 * As `readTenant`, for work that sends all of its statements at once and none after another's result: then the whole
 * transaction, COMMIT too, is one packet and one answer. A statement that comes later is refused.
 */
export async function readTenantAtOnce<Result>(
  tenant: Tenant,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const opening = begin(tenant, "READ ONLY");
  const client = await appPool().connect();
  const door = doorOf(client);
  door.begin(opening);
  const ended = door.commitNext();
  try {
    return await work(door.tx);
  } finally {
    releaseAfter(ended, client);
  }
}
