import type { Tenant } from "#lib/kernel/principal";
import { singleton } from "#lib/kernel/singleton";
import { type Transaction, withTenant } from "./tenant.ts";
import { DatabaseUnavailable, wasAnswered } from "./unavailable.ts";
import { commitWith, type Write } from "./write.ts";

/** Most items of one transaction; the others wait for the next. */
const MAX_ITEMS = 32;

/** Time after which waiting items no longer wait for the transaction before them, which may wait for a lock. */
const PATIENCE_MS = 50;

/** The end of one item: its result and its last rows. */
export interface Ending<Result> {
  result: Result;
  writes: readonly Write[];
}

export interface Batching<Item, Result> {
  /** Name of the kind of work in this process. */
  name: string;
  tenantOf(item: Item): Tenant;
  /** Two items with the same key never share a transaction, so that the second sees what the first has saved. */
  keyOf(item: Item): unknown;
  /**
   * Reads, locks and decides for each item, and returns their endings in the same order. If it throws, which it must do
   * only after all of its statements are answered, or if PostgreSQL refuses a row, the transaction is rolled back and
   * each item is done in one of its own.
   */
  work(tx: Transaction, items: readonly Item[]): Promise<readonly Ending<Result>[]>;
  /** See `withTenant`. */
  durable?: boolean;
}

interface Waiting<Item, Result> extends PromiseWithResolvers<Result> {
  item: Item;
  key: unknown;
}

/** Returns whether PostgreSQL answered with a refusal, which may be the fault of a single item. */
const mayBeOneItem = (error: unknown): boolean => !(error instanceof DatabaseUnavailable) || wasAnswered(error.cause);

/** Does items in one transaction, whose commit leaves with their last rows. Returns their results after the commit. */
async function doTogether<Item, Result>(
  { work, durable = true }: Batching<Item, Result>,
  tenant: Tenant,
  items: readonly Item[],
): Promise<Result[]> {
  const inTransaction = async (tx: Transaction) => {
    const endings = await work(tx, items);
    if (endings.length !== items.length) throw new Error("Each item needs an ending");
    await commitWith(
      tx,
      endings.flatMap(({ writes }) => writes),
    );
    return endings.map(({ result }) => result);
  };
  return withTenant(tenant, inTransaction, { durable });
}

/** The items of one tenant that are done together. */
class TenantBatches<Item, Result> {
  readonly #batching: Batching<Item, Result>;
  readonly #left: () => void;
  readonly #tenant: Tenant;
  #waiting: Waiting<Item, Result>[] = [];
  #underWay = 0;
  #next: NodeJS.Immediate | NodeJS.Timeout | null = null;

  constructor(batching: Batching<Item, Result>, tenant: Tenant, left: () => void) {
    this.#batching = batching;
    this.#tenant = { organizationId: tenant.organizationId, linkedAccountId: tenant.linkedAccountId };
    this.#left = left;
  }

  add(item: Item): Promise<Result> {
    const waiting = { item, key: this.#batching.keyOf(item), ...Promise.withResolvers<Result>() };
    this.#waiting.push(waiting);
    // Items that arrive in one turn of the event loop begin together.
    if (!this.#next) {
      if (this.#underWay === 0) this.#next = setImmediate(() => this.#begin());
      else this.#beginLater();
    }
    return waiting.promise;
  }

  #beginLater(): void {
    this.#next = setTimeout(() => this.#begin(), PATIENCE_MS);
  }

  #begin(): void {
    this.#next = null;
    const [taken, left]: [Map<unknown, Waiting<Item, Result>>, Waiting<Item, Result>[]] = [new Map(), []];
    for (const waiting of this.#waiting) {
      if (taken.size < MAX_ITEMS && !taken.has(waiting.key)) taken.set(waiting.key, waiting);
      else left.push(waiting);
    }
    this.#waiting = left;
    this.#underWay++;
    if (left.length > 0) this.#beginLater();
    void this.#run([...taken.values()]).finally(() => this.#ended());
  }

  #ended(): void {
    this.#underWay--;
    if (this.#next) clearTimeout(this.#next as NodeJS.Timeout);
    if (this.#waiting.length > 0) this.#begin();
    else if (this.#underWay === 0) this.#left();
  }

  async #run(items: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await doTogether(
        this.#batching,
        this.#tenant,
        items.map(({ item }) => item),
      );
      for (const [index, result] of results.entries()) items[index]?.resolve(result);
    } catch (error) {
      if (items.length > 1 && mayBeOneItem(error)) await Promise.all(items.map((item) => this.#run([item])));
      else for (const item of items) item.reject(error);
    }
  }
}

/**
 * Returns a function that does one item of a kind of work, in one transaction with the other items of its tenant that
 * are ready: those of one turn of the event loop, and under load those that became ready while the transaction before
 * was under way (group commit). A single item waits for nothing. Resolves after the commit; rejects with the item's own
 * error, or with the transaction's if the database is away.
 */
export function batched<Item, Result>(batching: Batching<Item, Result>): (item: Item) => Promise<Result> {
  return (item) => {
    const tenants = singleton(`batches-${batching.name}`, () => new Map<string, TenantBatches<Item, Result>>());
    const tenant = batching.tenantOf(item);
    const name = `${tenant.organizationId}/${tenant.linkedAccountId ?? ""}`;
    const batches = tenants.get(name) ?? new TenantBatches(batching, tenant, () => tenants.delete(name));
    tenants.set(name, batches);
    return batches.add(item);
  };
}

/** Does one item in a transaction of its own, at once. */
export async function alone<Item, Result>(batching: Batching<Item, Result>, item: Item): Promise<Result> {
  const [result] = await doTogether(batching, batching.tenantOf(item), [item]);
  return result as Result;
}
