import { LRUCache } from "lru-cache";
import { z } from "zod";
import { originOf } from "#lib/emr/origin";
import type { CallPurpose, EmrCalls } from "#lib/emr/port/calls";
import { singleton } from "#lib/kernel/singleton";
import { budgetStore } from "./budget-row.ts";
import { CallBudget, type SetLimit } from "./call-budget.ts";

const MAX_ACCOUNTS = 5_000;

interface Account {
  id: string;
  organizationId: string;
  connection: Record<string, unknown> | null;
}

interface Known {
  set: SetLimit;
  origin: string | null;
  budget: CallBudget;
}

const budgets = () => singleton("emr-budgets", () => new LRUCache<string, Known>({ max: MAX_ACCOUNTS }));

/** A connection may set a budget of its own (decisions §12). */
const limited = z.object({ calls_per_minute: z.number().int().positive().nullish() });

/** Returns this process's view of an account's budget. A limit or an origin that an admin has changed begins a new one. */
export function budgetOf({ id, organizationId, connection }: Account): CallBudget {
  const set = limited.safeParse(connection ?? {}).data?.calls_per_minute ?? null;
  const known = budgets().get(id);
  const origin = originOf(connection);
  if (known && known.set === set && known.origin === origin) return known.budget;
  const budget = new CallBudget(budgetStore({ organizationId, linkedAccountId: id }, origin), set);
  budgets().set(id, { set, origin, budget });
  return budget;
}

/**
 * Returns the milliseconds until the account may call its EMR for an operation, as far as this process knows; 0 if it may
 * now.
 */
export const waitOf = (linkedAccountId: string): number => budgets().get(linkedAccountId)?.budget.waitMs("write") ?? 0;

/** Returns the budget of the calls that an account may make for a purpose. */
export function callsOf(account: Account, purpose: CallPurpose): Pick<EmrCalls, "take" | "learn"> {
  const budget = budgetOf(account);
  return { take: () => budget.take(purpose), learn: (found) => budget.learn(found) };
}
