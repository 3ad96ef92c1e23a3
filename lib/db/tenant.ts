import { DomainError } from "#lib/kernel/domain-error";
import type { Tenant } from "#lib/kernel/principal";
import { allowSilence } from "./connection-pool.ts";
import { type Door, doorOf, type Transaction } from "./door.ts";
import { noteCommit } from "./last-commit.ts";
import { type TakenConnection, takeConnection } from "./pool.ts";
import { settingsOf } from "./tenant-settings.ts";
import { DatabaseUnavailable, isPassing, wasAnswered } from "./unavailable.ts";

export type { Transaction } from "./door.ts";

/** Returns the statement that opens a transaction for a tenant. */
const begin = (tenant: Tenant, mode: "READ WRITE" | "READ ONLY"): string => `BEGIN ${mode}; ${settingsOf(tenant)}`;

/** The commit does not wait for the disk; a crash of PostgreSQL may undo it. */
const NOT_DURABLE = "; SET LOCAL synchronous_commit = off";

/** Raises a transaction's timeouts above those of its role (see LOGIN_ROLE_SETTINGS). */
const within = (ms: number): string =>
  ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"]
    .map((setting) => `; SET LOCAL ${setting} = ${ms}`)
    .join("");

/** Takes a connection for a holder (see takeConnection). */
type Take = (holder: string) => Promise<TakenConnection>;

/** Takes a connection for a transaction of an account, or of the organization itself. */
const connectionOf = (
  { linkedAccountId, organizationId }: Tenant,
  take: Take = takeConnection,
): Promise<TakenConnection> => take(linkedAccountId === null ? organizationId : `${organizationId}/${linkedAccountId}`);

/**
 * Returns the error to throw after a failed transaction: DatabaseUnavailable for transient failures, otherwise the
 * error itself.
 */
function thrownFor(thrown: unknown, { broken, door }: { broken: Error | undefined; door: Door }): unknown {
  const error = door.causeOf(thrown);
  if (error instanceof DomainError || (!broken && !isPassing(error))) return error;
  // A statement that PostgreSQL refused has rolled the transaction back, whether or not a COMMIT was sent.
  return new DatabaseUnavailable(broken && door.commitLeft && !wasAnswered(error) ? "unknown" : "nothing", error);
}

interface Options {
  durable?: boolean;
  maxMs?: number;
}

/**
 * Runs `work` in a tenant's transaction, in which row-level security shows only rows of this organization and linked
 * account. Commits when `work` resolves, rolls back when it throws. With `durable: false` the commit does not wait for
 * the disk: for work that is simply repeated if a crash of PostgreSQL undoes it. `maxMs` raises the statement
 * timeout of the roles. Throws DatabaseUnavailable, with what is known about the commit, if the database is away, does
 * not respond or takes too long.
 */
export async function withTenant<Result>(
  tenant: Tenant,
  work: (tx: Transaction) => Promise<Result>,
  { durable = true, maxMs }: Options = {},
): Promise<Result> {
  const opening = begin(tenant, "READ WRITE") + (durable ? "" : NOT_DURABLE) + (maxMs ? within(maxMs) : "");
  const { client, release } = await connectionOf(tenant);
  const door = doorOf(client);
  let broken: Error | undefined;
  try {
    if (maxMs) allowSilence(client, maxMs);
    const opened = door.begin(opening, tenant);
    const result = await work(door.tx);
    await opened;
    await door.finish();
    const { command } = await door.commit();
    // PostgreSQL answers ROLLBACK to the COMMIT of a transaction in which a statement failed.
    if (command !== "COMMIT") throw new Error("The transaction was rolled back");
    if (durable && door.witness) noteCommit({ ...door.witness, tenant });
    door.committed();
    return result;
  } catch (error) {
    const ended = await door.rollBack().catch((failure: Error) => {
      broken = failure;
    });
    if (ended?.command === "COMMIT") door.committed();
    else door.rolledBack();
    throw thrownFor(error, { broken, door });
  } finally {
    if (maxMs) allowSilence(client);
    release(broken ?? door.unusable);
  }
}

/** Runs a read and releases its connection at the end of the transaction. Only a failed read waits for that end. */
async function readThrough<Result>(
  taken: TakenConnection,
  ended: () => Promise<unknown>,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const door = doorOf(taken.client);
  try {
    return await work(door.tx);
  } catch (thrown) {
    const error = door.causeOf(thrown);
    if (error instanceof DomainError) throw error;
    const broken = await ended().then(
      () => undefined,
      (failure: Error) => failure,
    );
    throw broken || isPassing(error) ? new DatabaseUnavailable("nothing", error) : error;
  } finally {
    // The caller does not wait for the end.
    ended().then(() => taken.release(door.unusable), taken.release);
  }
}

/** Takes a connection and opens a read-only transaction of the tenant on it. */
async function openRead(tenant: Tenant, take: Take): Promise<{ taken: TakenConnection; door: Door }> {
  const opening = begin(tenant, "READ ONLY");
  const taken = await connectionOf(tenant, take);
  const door = doorOf(taken.client);
  door.begin(opening, tenant);
  return { taken, door };
}

/**
 * Like `withTenant`, for reads only: saves a round trip by not waiting for the end of the transaction. Throws
 * DatabaseUnavailable as well. `take` takes a connection to another server, such as a replica.
 */
export async function readTenant<Result>(
  tenant: Tenant,
  work: (tx: Transaction) => Promise<Result>,
  take: Take = takeConnection,
): Promise<Result> {
  const { taken, door } = await openRead(tenant, take);
  return readThrough(taken, () => door.commit(), work);
}

/**
 * Like `readTenant`, for work that sends all statements at once, without using the result of one in another: the whole
 * transaction, including COMMIT, takes one packet and one response. Later statements are refused.
 */
export async function readTenantAtOnce<Result>(
  tenant: Tenant,
  work: (tx: Transaction) => Promise<Result>,
  take: Take = takeConnection,
): Promise<Result> {
  const { taken, door } = await openRead(tenant, take);
  const ended = door.commitNext();
  return readThrough(taken, () => ended, work);
}
