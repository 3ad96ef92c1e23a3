import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from "pg";
import { databaseOn } from "./session.ts";

/** What is done right after the end of a transaction, whichever it comes to. */
interface AtEnd {
  committed(): void;
  rolledBack?(): void;
}

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
  #ending: Promise<QueryResult> | null = null;
  #commitLeft = false;
  /** What leaves at the end of the packet that is being gathered: last statements, and then the commit. */
  #atPacketEnd: { last: (() => void)[]; commit: (() => void) | null } = { last: [], commit: null };
  #gathering = false;
  #atEnd: AtEnd[] = [];

  constructor(client: PoolClient) {
    this.client = client;
    // Of a connection drizzle asks nothing but `query`.
    this.tx = databaseOn(this as unknown as PoolClient);
    byTransaction.set(this.tx, this);
  }

  /** Sends what opens a transaction. Need not be waited for: it goes out with the first query, and a failure shows there. */
  begin(statement: string): Promise<unknown> {
    this.#open = true;
    this.#ending = null;
    this.#commitLeft = false;
    this.#atEnd = [];
    this.#gather();
    const opened = this.client.query(statement);
    opened.catch(() => undefined);
    return opened;
  }

  query(statement: QueryConfig, values?: unknown[]) {
    if (!this.#open) throw new Error("The transaction has ended");
    this.#gather();
    return this.client.query(statement, values);
  }

  /** As `query`, for a statement of our own. */
  send<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>> {
    if (!this.#open) throw new Error("The transaction has ended");
    this.#gather();
    return this.client.query<Row>(statement);
  }

  /** As `send`, behind all that is sent before this turn of the loop ends. */
  sendLast<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>> {
    if (!this.#open) throw new Error("The transaction has ended");
    const sent = Promise.withResolvers<QueryResult<Row>>();
    this.#atPacketEnd.last.push(() => sent.resolve(this.client.query<Row>(statement)));
    this.#gather();
    return sent.promise;
  }

  /** Sends what ends the transaction; nothing passes from now on. */
  #end(statement: "COMMIT" | "ROLLBACK"): Promise<QueryResult> {
    this.#open = false;
    this.#commitLeft = statement === "COMMIT";
    return this.client.query(statement);
  }

  /**
   * Commits behind the statements that are sent until this turn of the loop ends, in their packet. Where one of them
   * fails PostgreSQL rolls back instead. Gives the end, the same one each time.
   */
  commitNext(): Promise<QueryResult> {
    if (!this.#ending) {
      const ending = Promise.withResolvers<QueryResult>();
      // Whoever waits for it also hears of its failure.
      ending.promise.catch(() => undefined);
      this.#atPacketEnd.commit = () => ending.resolve(this.#end("COMMIT"));
      this.#ending = ending.promise;
      this.#gather();
    }
    return this.#ending;
  }

  /** Commits, unless that is on its way. */
  commit(): Promise<QueryResult> {
    this.#ending ??= this.#end("COMMIT");
    return this.#ending;
  }

  /** Rolls back, unless a commit has left: gives its end then. What was to leave with the next packet does not. */
  rollBack(): Promise<QueryResult> {
    if (this.#atPacketEnd.commit) this.#ending = null;
    this.#atPacketEnd = { last: [], commit: null };
    return this.#ending ?? this.#end("ROLLBACK");
  }

  /** Whether a COMMIT was sent: where its answer does not come, nobody here knows what was saved. */
  get commitLeft(): boolean {
    return this.#commitLeft;
  }

  /** Has one of these done by `committed` or `rolledBack`. */
  atEnd(acts: AtEnd): void {
    if (!this.#open) throw new Error("The transaction has ended");
    this.#atEnd.push(acts);
  }

  /** Does what waited for the commit. */
  committed(): void {
    for (const { committed } of this.#atEnd.splice(0)) committed();
  }

  /** Does what was to be done where nothing was committed. */
  rolledBack(): void {
    for (const { rolledBack } of this.#atEnd.splice(0)) rolledBack?.();
  }

  #gather(): void {
    if (this.#gathering) return;
    const { stream } = this.client.connection;
    this.#gathering = true;
    stream.cork();
    process.nextTick(() => {
      this.#gathering = false;
      // Now all that can go on has gone on.
      const { last, commit } = this.#atPacketEnd;
      this.#atPacketEnd = { last: [], commit: null };
      for (const sendIt of last) sendIt();
      commit?.();
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

function doorFor(tx: Transaction): Door {
  const door = byTransaction.get(tx);
  if (!door) throw new Error("Not a transaction of withTenant");
  return door;
}

/**
 * Has `committed` done right after the commit of an open transaction of `withTenant`, and `rolledBack` right after its
 * end where it is none.
 */
export const afterCommit = (tx: Transaction, committed: () => void, rolledBack?: () => void): void =>
  doorFor(tx).atEnd({ committed, ...(rolledBack ? { rolledBack } : {}) });

/**
 * Says that the statements which are sent before this turn of the loop ends are the transaction's last: its commit goes
 * with them, which saves a round trip. One that comes later is refused, and what throws in a later turn undoes nothing:
 * all that may throw comes before.
 */
export const commitNext = (tx: Transaction): void => void doorFor(tx).commitNext();

/** Sends a statement of our own in the transaction; one with a name is parsed and planned once per connection. */
export const sendIn = <Row extends QueryResultRow>(
  tx: Transaction,
  statement: QueryConfig,
): Promise<QueryResult<Row>> => doorFor(tx).send<Row>(statement);

/** As `sendIn`, behind all other statements that are sent before this turn of the loop ends. */
export const sendLastIn = <Row extends QueryResultRow>(
  tx: Transaction,
  statement: QueryConfig,
): Promise<QueryResult<Row>> => doorFor(tx).sendLast<Row>(statement);
