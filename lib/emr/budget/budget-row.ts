import { and, eq } from "drizzle-orm";
import { readTenant, type Transaction, withTenant } from "#lib/db/tenant";
import { MAX_PAUSE_MS } from "#lib/emr/port/calls";
import type { AccountTenant } from "#lib/kernel/principal";
import { emrBudget } from "./table.ts";

export type BudgetRow = typeof emrBudget.$inferSelect;
export type BudgetChange = Partial<Omit<BudgetRow, "organizationId" | "linkedAccountId">>;

/** The shared state of an account's budget, in the database or, for a simulation, elsewhere. */
export interface BudgetStore {
  /** Returns the state; null if no limit was ever met. */
  read(): Promise<BudgetRow | null>;
  /** Changes the state, while no other process does, and returns the new one. `change` gets null if there is none. */
  change(change: (row: BudgetRow | null) => BudgetChange): Promise<BudgetRow>;
}

const ofAccount = ({ organizationId, linkedAccountId }: AccountTenant) =>
  and(eq(emrBudget.organizationId, organizationId), eq(emrBudget.linkedAccountId, linkedAccountId));

const locked = async (tx: Transaction, tenant: AccountTenant) =>
  (await tx.select().from(emrBudget).where(ofAccount(tenant)).for("update"))[0];

/** The state of an EMR of which nothing is known. */
const UNKNOWN = {
  windowStart: new Date(0),
  calls: 0,
  limitCalls: null,
  windowMs: 60_000,
  learnedFrom: null,
  confirmedAt: null,
  raisedAt: null,
  raisedFrom: null,
  pausedUntil: null,
  writesWantedUntil: null,
  readsWantedUntil: null,
  underWay: {},
} satisfies BudgetChange;

/** Returns whether a state names a time that no process can have meant: the clock of the one that wrote it was wrong. */
const isAhead = ({ pausedUntil, windowStart, writesWantedUntil, readsWantedUntil }: BudgetRow, now: number): boolean =>
  [pausedUntil, windowStart, writesWantedUntil, readsWantedUntil].some(
    (at) => at !== null && at.getTime() > now + 2 * MAX_PAUSE_MS,
  );

/** Clears the pause that an EMR asked for, in the caller's transaction. Other processes see it before their next call. */
export const clearPause = async (tx: Transaction, tenant: AccountTenant): Promise<void> => {
  await tx.update(emrBudget).set({ pausedUntil: null }).where(ofAccount(tenant));
};

/**
 * Returns the store of an account's budget in its own row. A state that belongs to another origin, or to times far ahead,
 * counts as unknown, so that an account whose connection moved begins anew. A crash of PostgreSQL may undo the last
 * changes.
 */
export const budgetStore = (
  tenant: AccountTenant,
  origin: string | null,
  now: () => number = Date.now,
): BudgetStore => ({
  async read() {
    const [row] = await readTenant(tenant, (tx) => tx.select().from(emrBudget).where(ofAccount(tenant)));
    return row?.origin === origin && !isAhead(row, now()) ? row : null;
  },
  change: (change) =>
    withTenant(
      tenant,
      async (tx) => {
        let row = await locked(tx, tenant);
        if (!row) {
          await tx
            .insert(emrBudget)
            .values({ ...tenant, origin, windowStart: UNKNOWN.windowStart })
            .onConflictDoNothing();
          row = await locked(tx, tenant);
        }
        if (!row) throw new Error("The account's budget was not written");
        const moved = row.origin === origin && !isAhead(row, now()) ? {} : { ...UNKNOWN, origin };
        const changed = { ...moved, ...change({ ...row, ...moved }) };
        if (Object.keys(changed).length > 0) await tx.update(emrBudget).set(changed).where(ofAccount(tenant));
        return { ...row, ...changed };
      },
      { durable: false },
    ),
});
