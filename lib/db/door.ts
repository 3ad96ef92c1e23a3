import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type { PoolClient } from "pg";

/** A drizzle database bound to one open transaction of one tenant. */
export type Transaction = NodePgDatabase;

/**
 * What one connection's statements go through. It lets them pass only while a transaction is open for a tenant: one
 * that comes late would see no row, or be part of another tenant's transaction. And it has those that are sent in one
 * turn of the loop leave as one packet: each packet wakes PostgreSQL, which costs more than most statements do.
 */
export class Door {
  readonly tx: Transaction;
  readonly client: PoolClient;
  #open = false;
  #gathering = false;
  #afterCommit: (() => void)[] = [];

  constructor(client: PoolClient) {
    this.client = client;
    // Of a connection drizzle asks nothing but `query`.
    this.tx = drizzle(this as unknown as PoolClient);
    byTransaction.set(this.tx, this);
  }

  /** Sends what opens a transaction. Need not be waited for: it goes out with the first query, and a failure shows there. */
  begin(statement: string): Promise<unknown> {
    this.#open = true;
    this.#afterCommit = [];
    this.#gather();
    const opened = this.client.query(statement);
    opened.catch(() => undefined);
    return opened;
  }

  query(...statement: Parameters<PoolClient["query"]>) {
    if (!this.#open) throw new Error("The transaction has ended");
    this.#gather();
    return this.client.query(...statement);
  }

  /** Sends what ends the transaction; nothing passes from now on. */
  end(statement: "COMMIT" | "ROLLBACK") {
    this.#open = false;
    return this.client.query(statement);
  }

  /** Has `act` done by `committed`. */
  afterCommit(act: () => void): void {
    if (!this.#open) throw new Error("The transaction has ended");
    this.#afterCommit.push(act);
  }

  /** Does what waited for the commit. */
  committed(): void {
    for (const act of this.#afterCommit.splice(0)) act();
  }

  #gather(): void {
    if (this.#gathering) return;
    const { stream } = this.client.connection;
    this.#gathering = true;
    stream.cork();
    process.nextTick(() => {
      this.#gathering = false;
      stream.uncork();
    });
  }
}

const byTransaction = new WeakMap<Transaction, Door>();
const byClient = new WeakMap<PoolClient, Door>();

/** The one door of a connection. */
export function doorOf(client: PoolClient): Door {
  let door = byClient.get(client);
  if (!door) {
    door = new Door(client);
    byClient.set(client, door);
  }
  return door;
}

/** Has `act` done right after the commit of an open transaction of `withTenant`, and never where it is rolled back. */
export function afterCommit(tx: Transaction, act: () => void): void {
  const door = byTransaction.get(tx);
  if (!door) throw new Error("Not a transaction of withTenant");
  door.afterCommit(act);
}
