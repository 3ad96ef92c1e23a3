import { and, eq } from "drizzle-orm";
import { readTenant, type Transaction, withTenant } from "#lib/db/tenant";
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

/** Returns the store of an account's budget in its own row. A crash of PostgreSQL may undo the last changes. */
export const budgetStore = (tenant: AccountTenant): BudgetStore => ({
  async read() {
    const [row] = await readTenant(tenant, (tx) => tx.select().from(emrBudget).where(ofAccount(tenant)));
    return row ?? null;
  },
  change: (change) =>
    withTenant(
      tenant,
      async (tx) => {
        let row = await locked(tx, tenant);
        if (!row) {
          await tx
            .insert(emrBudget)
            .values({ ...tenant, windowStart: new Date(0) })
            .onConflictDoNothing();
          row = await locked(tx, tenant);
        }
        if (!row) throw new Error("The account's budget was not written");
        const changed = change(row);
        if (Object.keys(changed).length > 0) await tx.update(emrBudget).set(changed).where(ofAccount(tenant));
        return { ...row, ...changed };
      },
      { durable: false },
    ),
});
