import type { AccountTenant } from "#lib/kernel/principal";
import { singleton } from "#lib/kernel/singleton";
import { type OwnCause, presentCause } from "./change-cause.ts";
import { afterCommit, beforeCommit, type Transaction } from "./door.ts";

/** The tables of records whose changes are told, and of those that such records show parts of. */
const TOLD = new Set([
  "appointment",
  "document",
  "location",
  "patient",
  "provider",
  "recall",
  "referral",
  "referring_provider",
]);

/** What a transaction has changed of an account's synchronized records so far. */
export interface Changed {
  tenant: AccountTenant;
  /** The ids of changed rows by their table, each with what changed it first. */
  rows: Map<string, Map<string, OwnCause | null>>;
  /** The kinds of records that the transaction announces as read for the first time. */
  firstRead: Set<string>;
}

/** Tells of what a transaction has changed, in that transaction. */
type Teller = (tx: Transaction, changed: Changed) => Promise<void>;

const byTransaction = () => singleton("changed-records", () => new WeakMap<Transaction, Changed>());

/**
 * The teller of this copy of the module: the server and the framework's bundle each load one, and a statement must be sent by the
 * copy that made it.
 */
let teller: Teller | null = null;

/** Lets changes be told by `by`, once per transaction and before its commit. */
export function tellChangesBy(by: Teller): void {
  teller = by;
}

function changedIn(tx: Transaction, { organizationId, linkedAccountId }: AccountTenant): Changed {
  const known = byTransaction().get(tx);
  if (known) {
    if (known.tenant.linkedAccountId !== linkedAccountId)
      throw new Error("A transaction changes one account's records");
    return known;
  }
  const changed: Changed = { tenant: { organizationId, linkedAccountId }, rows: new Map(), firstRead: new Set() };
  byTransaction().set(tx, changed);
  const forget = () => void byTransaction().delete(tx);
  afterCommit(tx, forget, forget);
  beforeCommit(tx, async () => teller?.(tx, changed));
  return changed;
}

/** Takes note of rows of a table that the transaction has changed; rows of other tables are nobody's business. */
export function noteChanged(
  tx: Transaction,
  tenant: AccountTenant,
  table: string,
  rows: readonly { id?: unknown }[],
  cause: OwnCause | null = presentCause(),
): void {
  if (rows.length === 0 || !TOLD.has(table)) return;
  const { rows: all } = changedIn(tx, tenant);
  const ids = all.get(table) ?? new Map<string, OwnCause | null>();
  all.set(table, ids);
  for (const { id } of rows) {
    if (typeof id !== "string") throw new Error(`A change of ${table} must return the ids of its rows`);
    const plain = id.replaceAll("-", "");
    if (!ids.has(plain)) ids.set(plain, cause);
  }
}

/** Takes note that the transaction announces the first reading of a kind: what it brought is no change. */
export const noteFirstRead = (tx: Transaction, tenant: AccountTenant, kind: string): void =>
  void changedIn(tx, tenant).firstRead.add(kind);
