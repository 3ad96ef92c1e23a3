import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type { PoolClient } from "pg";
import type { Tenant } from "#lib/core/principal";
import { appPool } from "./pool.ts";

/** A drizzle database bound to one open transaction of one tenant. */
export type Transaction = NodePgDatabase;

const doorsByTransaction = new WeakMap<Transaction, Door>();

/**
 * What one connection's statements go through: it lets them pass only while a transaction is open for a tenant. One
 * that comes late would see no row, or be part of another tenant's transaction: it is refused.
 */
class Door {
  open = false;
  afterCommit: (() => void)[] = [];
  readonly tx: Transaction;
  readonly #client: PoolClient;

  constructor(client: PoolClient) {
    this.#client = client;
    // Of a connection drizzle asks nothing but `query`.
    this.tx = drizzle(this as unknown as PoolClient);
    doorsByTransaction.set(this.tx, this);
  }

  query(...statement: Parameters<PoolClient["query"]>) {
    if (!this.open) throw new Error("The transaction has ended");
    return this.#client.query(...statement);
  }
}

const doors = new WeakMap<PoolClient, Door>();

function doorOf(client: PoolClient): Door {
  let door = doors.get(client);
  if (!door) {
    door = new Door(client);
    doors.set(client, door);
  }
  return door;
}

/**
 * Has what is sent until all that can go on has gone on leave as one packet, and does `last` before it leaves. Each
 * packet wakes PostgreSQL and is answered by its own, which costs more than most statements do.
 */
function asOnePacket({ connection: { stream } }: PoolClient, last?: () => void): void {
  stream.cork();
  process.nextTick(() => {
    last?.();
    stream.uncork();
  });
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
  const door = doorOf(client);
  let broken: Error | undefined;
  try {
    door.afterCommit = [];
    asOnePacket(client);
    // Not awaited: it goes out with the first query, and a failure shows there.
    const opened = client.query(opening);
    opened.catch(() => undefined);
    door.open = true;
    const result = await work(door.tx);
    door.open = false;
    await opened;
    const committed = await client.query("COMMIT");
    // PostgreSQL answers ROLLBACK to the COMMIT of a transaction in which a statement failed.
    if (committed.command !== "COMMIT") throw new Error("The transaction was rolled back");
    for (const act of door.afterCommit) act();
    return result;
  } catch (error) {
    door.open = false;
    await client.query("ROLLBACK").catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Has `act` done right after the commit of an open transaction of `withTenant`, and never where it is rolled back. */
export function afterCommit(tx: Transaction, act: () => void): void {
  const door = doorsByTransaction.get(tx);
  if (!door?.open) throw new Error("The transaction has ended");
  door.afterCommit.push(act);
}

/** Gives a connection back when its transaction has ended; nobody waits for that. */
function endRead(client: PoolClient, ended: Promise<unknown>): void {
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
  asOnePacket(client);
  client.query(opening).catch(() => undefined);
  door.open = true;
  try {
    return await work(door.tx);
  } finally {
    door.open = false;
    endRead(client, client.query("COMMIT"));
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
  const committed = Promise.withResolvers<unknown>();
  // Whoever waits for it below also hears of its failure.
  committed.promise.catch(() => undefined);
  asOnePacket(client, () => {
    door.open = false;
    committed.resolve(client.query("COMMIT"));
  });
  client.query(opening).catch(() => undefined);
  door.open = true;
  try {
    return await work(door.tx);
  } finally {
    endRead(client, committed.promise);
  }
}
