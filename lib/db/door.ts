import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from "pg";
import type { Tenant } from "#lib/kernel/principal";
import { gatherTurn } from "./driver.ts";
import type { WrittenRow } from "./last-commit.ts";
import { nameOf } from "./named.ts";
import { notifyBehind } from "./notifier.ts";
import { bindOrganization } from "./own-organization.ts";
import { databaseOn } from "./session.ts";
import { settingsOf } from "./tenant-settings.ts";
import { isConsequence, keepsConnection, wasAnswered } from "./unavailable.ts";

/** Callbacks that run right after a transaction ends: one for a commit, one for a rollback. */
interface AtEnd {
  committed(): void;
  rolledBack?(): void;
}

/** The tenant of no transaction: no row is theirs. */
const NOBODY: Tenant = { organizationId: "", linkedAccountId: null };

/** A drizzle database bound to one open transaction of one tenant. */
export type Transaction = NodePgDatabase;

/**
 * The gate for one connection's statements. A statement passes only while a tenant's transaction is open: a late
 * statement would see no row, or run in another tenant's transaction. Statements that are sent in one turn of the event
 * loop leave as one packet: each packet wakes PostgreSQL, which costs more than most statements do.
 */
export class Door {
  readonly tx: Transaction;
  readonly client: PoolClient;
  #open = false;
  /** The tenant of the open transaction, and of its next statement. */
  #tenant: Tenant = NOBODY;
  /** Whether the transaction may write: then its server takes notifications, too. */
  #writes = false;
  #ending: Promise<QueryResult> | null = null;
  #commitLeft = false;
  /** The error of the transaction's first statement that failed. */
  #failure: Error | null = null;
  /** Why the connection must not be used after the transaction. */
  #unusable: Error | undefined;
  /** Whether the driver refused a statement, of which PostgreSQL knows nothing: it would commit the others. */
  #refused = false;
  /** Sends the commit at the end of the packet that is being gathered. */
  #commitAtEnd: (() => void) | null = null;
  #gathering = false;
  #atEnd: AtEnd[] = [];
  /** What the transaction has yet to do before it commits. */
  #beforeCommit: (() => Promise<void>)[] = [];
  /** A row of the transaction that shows later whether its commit is still there. */
  witness: WrittenRow | null = null;

  constructor(client: PoolClient) {
    this.client = client;
    // Drizzle calls only `query` of a connection.
    this.tx = databaseOn(this as unknown as PoolClient);
    byTransaction.set(this.tx, this);
  }

  /**
   * Sends the statement that opens a transaction of a tenant. Callers need not await the result: the statement
   * leaves with the first query, and a failure makes that query fail.
   */
  begin(statement: string, tenant: Tenant): Promise<unknown> {
    this.#open = true;
    this.#tenant = tenant;
    this.#writes = statement.startsWith("BEGIN READ WRITE");
    this.#ending = null;
    this.#commitLeft = false;
    this.#atEnd = [];
    this.#beforeCommit = [];
    this.#failure = null;
    this.witness = null;
    return this.#sent({ text: statement });
  }

  /** Sends a statement, and takes note at once if the driver or PostgreSQL refuses it: before its promise is rejected. */
  #sent<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>> {
    this.#gather();
    const sent = new Promise<QueryResult<Row>>((resolve, reject) => {
      this.client.query<Row>(statement, (error: Error | null, result) => {
        if (!error) return resolve(result);
        this.#failure ??= error;
        if (!keepsConnection(error)) this.#unusable ??= error;
        if (!wasAnswered(error)) this.#refused = true;
        reject(error);
      });
    });
    // Callers that await the promise still receive its rejection.
    sent.catch(() => undefined);
    return sent;
  }

  /** Why the connection must not be used after the transaction; undefined if it may. */
  get unusable(): Error | undefined {
    return this.#unusable;
  }

  /**
   * Returns the error that made the transaction fail. Of statements that are sent together, the caller may get a later
   * one's error first, which states only that an earlier one failed.
   */
  causeOf(error: unknown): unknown {
    return isConsequence(error) ? (this.#failure ?? error) : error;
  }

  query(statement: QueryConfig, values: unknown[] = []) {
    if (!this.#open) throw new Error("The transaction has ended");
    return this.#sent({ ...statement, values: bindOrganization(values, this.#tenant.organizationId) });
  }

  /** Like `query`, for handwritten SQL. */
  send<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>> {
    if (!this.#open) throw new Error("The transaction has ended");
    const { text, values = [], name = values.length > 0 ? nameOf(text) : undefined } = statement;
    return this.#sent({ name, text, values: bindOrganization(values, this.#tenant.organizationId) });
  }

  /** Makes another organization or account the tenant of the statements that follow. Returns the tenant before. */
  become(other: Partial<Tenant>): Tenant {
    const before = this.#tenant;
    const tenant = { ...before, ...other };
    this.send({ text: settingsOf(tenant) });
    this.#tenant = tenant;
    return before;
  }

  /** Runs `work` with another organization or account as the tenant, and its own again after it, also after an error. */
  async as<Result>(other: Partial<Tenant>, work: () => Promise<Result>): Promise<Result> {
    const own = this.become(other);
    try {
      return await work();
    } finally {
      if (this.#open) this.become(own);
    }
  }

  /** Sends COMMIT, or ROLLBACK if the driver refused a statement. Refuses later statements. */
  #commit(): Promise<QueryResult> {
    return this.#end(this.#refused ? "ROLLBACK" : "COMMIT");
  }

  #end(statement: "COMMIT" | "ROLLBACK"): Promise<QueryResult> {
    this.#open = false;
    this.#commitLeft = statement === "COMMIT";
    return this.client.query(statement);
  }

  /**
   * Commits after the statements of this turn of the event loop, in the same packet. PostgreSQL rolls back if one of
   * them fails. Returns the result of the COMMIT; repeated calls return the same promise.
   */
  commitNext(): Promise<QueryResult> {
    if (this.hasToDo) throw new Error("The transaction has something to do before its commit");
    if (!this.#ending) {
      const ending = Promise.withResolvers<QueryResult>();
      // Callers that await the promise still receive its rejection.
      ending.promise.catch(() => undefined);
      this.#commitAtEnd = () => {
        ending.resolve(this.#commit());
        if (this.#writes) notifyBehind(this.client);
      };
      this.#ending = ending.promise;
      this.#gather();
    }
    return this.#ending;
  }

  /** Commits, unless a COMMIT was already sent. */
  commit(): Promise<QueryResult> {
    this.#ending ??= this.#commit();
    return this.#ending;
  }

  /**
   * Rolls back and drops a COMMIT that the next packet would have sent. Returns the result of the COMMIT instead if it was
   * already sent.
   */
  rollBack(): Promise<QueryResult> {
    if (this.#commitAtEnd) this.#ending = null;
    this.#commitAtEnd = null;
    return this.#ending ?? this.#end("ROLLBACK");
  }

  /** Whether a COMMIT was sent. Without its response, the client cannot know what was saved. */
  get commitLeft(): boolean {
    return this.#commitLeft;
  }

  /** Registers callbacks for the end of the transaction; `committed` or `rolledBack` runs them. */
  atEnd(acts: AtEnd): void {
    if (!this.#open) throw new Error("The transaction has ended");
    this.#atEnd.push(acts);
  }

  /** Registers an act for the time between the transaction's own work and its commit. */
  beforeCommit(act: () => Promise<void>): void {
    if (this.#ending) throw new Error("The commit is under way");
    this.#beforeCommit.push(act);
  }

  /** Whether acts are registered that `finish` has not begun. */
  get hasToDo(): boolean {
    return this.#beforeCommit.length > 0;
  }

  /** Does what is left to do before the commit; an act may register further ones. */
  async finish(): Promise<void> {
    for (let act = this.#beforeCommit.shift(); act; act = this.#beforeCommit.shift()) await act();
  }

  /** Runs the callbacks for a commit. */
  committed(): void {
    for (const { committed } of this.#atEnd.splice(0)) committed();
  }

  /** Runs the callbacks for a rollback. */
  rolledBack(): void {
    for (const { rolledBack } of this.#atEnd.splice(0)) rolledBack?.();
  }

  #gather(): void {
    if (this.#gathering) return;
    this.#gathering = true;
    gatherTurn(this.client, () => {
      this.#gathering = false;
      // All code of this turn that sends statements has run by now.
      const commit = this.#commitAtEnd;
      this.#commitAtEnd = null;
      commit?.();
    });
  }
}

const byTransaction = new WeakMap<Transaction, Door>();
const byClient = new WeakMap<PoolClient, Door>();

/** Returns the connection's Door, and creates it at the first call. */
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
 * Calls `committed` right after an open transaction of `withTenant` commits, or `rolledBack` right after the
 * transaction ends without a commit.
 */
export const afterCommit = (tx: Transaction, committed: () => void, rolledBack?: () => void): void =>
  doorFor(tx).atEnd({ committed, ...(rolledBack ? { rolledBack } : {}) });

/**
 * Calls `act` once the work of an open transaction of `withTenant` is done, before it commits. The transaction cannot end
 * with `commitNext` any more.
 */
export const beforeCommit = (tx: Transaction, act: () => Promise<void>): void => doorFor(tx).beforeCommit(act);

/** Whether the transaction has something to do before its commit (see `beforeCommit`). */
export const hasToDo = (tx: Transaction): boolean => doorFor(tx).hasToDo;

/** Names a row of the transaction that shows later whether its commit is still there. */
export function nameWitness(tx: Transaction, row: WrittenRow): void {
  doorFor(tx).witness = row;
}

/**
 * Commits the transaction after the statements that are sent in this turn of the event loop, which saves a round trip.
 * Later statements are refused, and an error thrown in a later turn no longer rolls back: for reads, and for the list of
 * rows that ends a write (see `commitWith`).
 */
export const commitNext = (tx: Transaction): void => void doorFor(tx).commitNext();

/** Sends handwritten SQL in the transaction. PostgreSQL parses and plans a named statement once per connection. */
export const sendIn = <Row extends QueryResultRow>(
  tx: Transaction,
  statement: QueryConfig,
): Promise<QueryResult<Row>> => doorFor(tx).send<Row>(statement);

/** Makes another organization or account the tenant of the transaction's statements that follow. Returns the tenant before. */
export const become = (tx: Transaction, other: Partial<Tenant>): Tenant => doorFor(tx).become(other);

/** Runs `work` with another organization or account as the transaction's tenant, and its own again after it, also after an error. */
export const asTenant = <Result>(
  tx: Transaction,
  other: Partial<Tenant>,
  work: () => Promise<Result>,
): Promise<Result> => doorFor(tx).as(other, work);
