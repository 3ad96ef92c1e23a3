import { ApiError } from "#lib/kernel/api-error";
import type { Tenant } from "#lib/kernel/principal";
import { type Door, doorOf, type Transaction } from "./door.ts";
import { allowSilence } from "./planning-pool.ts";
import { type Held, takeConnection } from "./pool.ts";
import { DatabaseUnavailable, isPassing, wasAnswered } from "./unavailable.ts";

export type { Transaction } from "./door.ts";

const ID = /^[0-9a-f]{8}(-?)[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{12}$/;

/** The statement that opens a transaction for a tenant. Ids are checked to be UUIDs, as they stand in the text. */
function begin(tenant: Tenant, mode: "READ WRITE" | "READ ONLY"): string {
  const account = tenant.linkedAccountId ?? "";
  if (!ID.test(tenant.organizationId) || (account !== "" && !ID.test(account)))
    throw new Error("A tenant's ids must be UUIDs");
  return `BEGIN ${mode}; SET LOCAL app.organization_id = '${tenant.organizationId}'; SET LOCAL app.linked_account_id = '${account}'`;
}

/** Has a commit not wait for the disk: after a crash of PostgreSQL it may not have been. */
const NOT_DURABLE = "; SET LOCAL synchronous_commit = off";

/** Gives a transaction more time than the roles have (see LOGIN_ROLE_SETTINGS). */
const within = (ms: number): string =>
  ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"]
    .map((setting) => `; SET LOCAL ${setting} = ${ms}`)
    .join("");

/** A connection for one of an account's transactions, or of an organization's own. */
const connectionOf = ({ linkedAccountId, organizationId }: Tenant): Promise<Held> =>
  takeConnection(linkedAccountId ?? organizationId);

/** What is thrown for a failure in a transaction that has ended: what passes is told apart. */
function thrownFor(error: unknown, { broken, door }: { broken: Error | undefined; door: Door }): unknown {
  if (error instanceof ApiError || (!broken && !isPassing(error))) return error;
  // A statement that PostgreSQL refused has undone the transaction, whatever became of its COMMIT.
  return new DatabaseUnavailable(broken && door.commitLeft && !wasAnswered(error) ? "unknown" : "nothing", error);
}

interface Options {
  durable?: boolean;
  maxMs?: number;
}

/**
 * The door to a tenant's data: one transaction in which row-level security lets through the rows of this
 * organization and linked account alone. Commits when `work` resolves, rolls back when it throws. Without `durable`
 * the commit does not wait for the disk: for what is simply done again where a crash of PostgreSQL has undone it. A
 * statement may take `maxMs` instead of what the roles are given. Throws DatabaseUnavailable, which says what is
 * known to be saved, where the database is away, does not answer, or takes too long.
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
    throw thrownFor(error, { broken, door });
  } finally {
    if (maxMs) allowSilence(client);
    release(broken);
  }
}

/** Gives a connection back when its transaction has ended; nobody waits for that. */
function releaseAfter(ended: Promise<unknown>, { release }: Held): void {
  ended.then(
    () => release(),
    (failure: Error) => release(failure),
  );
}

/** Does a read, and has its connection given back at the end of its transaction, which a failure alone waits for. */
async function readThrough<Result>(
  held: Held,
  ended: () => Promise<unknown>,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const door = doorOf(held.client);
  try {
    return await work(door.tx);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const broken = await ended().then(
      () => undefined,
      (failure: Error) => failure,
    );
    throw broken || isPassing(error) ? new DatabaseUnavailable("nothing", error) : error;
  } finally {
    releaseAfter(ended(), held);
  }
}

/**
 * As `withTenant`, for reads alone: it does not wait for the end of its transaction, which saves a round trip. Throws
 * DatabaseUnavailable as well.
 */
export async function readTenant<Result>(tenant: Tenant, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  const opening = begin(tenant, "READ ONLY");
  const held = await connectionOf(tenant);
  const door = doorOf(held.client);
  door.begin(opening);
  return readThrough(held, () => door.commit(), work);
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
  const held = await connectionOf(tenant);
  const door = doorOf(held.client);
  door.begin(opening);
  const ended = door.commitNext();
  return readThrough(held, () => ended, work);
}
