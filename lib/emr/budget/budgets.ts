import { LRUCache } from "lru-cache";
import { z } from "zod";
import { originOf } from "#lib/emr/origin";
import type { CallPurpose, EmrCalls } from "#lib/emr/port/calls";
import { singleton } from "#lib/kernel/singleton";
import { budgetStore } from "./budget-row.ts";
import { CallBudget, type SetLimit } from "./call-budget.ts";
import { Permits } from "./permits.ts";

const MAX_ACCOUNTS = 5_000;

interface Account {
  id: string;
  organizationId: string;
  connection: Record<string, unknown> | null;
}

interface Known {
  set: SetLimit;
  atOnce: number | null;
  origin: string | null;
  budget: CallBudget;
  /** Null if any number of calls may be under way. */
  permits: Permits | null;
}

const budgets = () => singleton("emr-budgets", () => new LRUCache<string, Known>({ max: MAX_ACCOUNTS }));

const count = z.int().positive().nullish().catch(null);

/** A connection may set budgets of its own (decisions §12). */
const limited = z.object({ calls_per_minute: count, at_once: count });

/** Returns what this process knows of an account's calls. A limit or an origin that an admin has changed begins anew. */
function knownOf({ id, organizationId, connection }: Account): Known {
  const { calls_per_minute: set = null, at_once: atOnce = null } = limited.parse(connection ?? {});
  const before = budgets().get(id);
  const origin = originOf(connection);
  if (before && before.set === set && before.atOnce === atOnce && before.origin === origin) return before;
  const store = budgetStore({ organizationId, linkedAccountId: id }, origin);
  const permits = atOnce === null ? null : new Permits(store, atOnce);
  const known = { set, atOnce, origin, budget: new CallBudget(store, set), permits };
  budgets().set(id, known);
  return known;
}

/** Returns this process's view of an account's budget. */
export const budgetOf = (account: Account): CallBudget => knownOf(account).budget;

/**
 * Returns the milliseconds until the account may call its EMR for an operation, as far as this process knows; 0 if it may
 * now.
 */
export const waitOf = (linkedAccountId: string): number => budgets().get(linkedAccountId)?.budget.waitMs("write") ?? 0;

/** Returns the budget of the calls that an account may make for a purpose. */
export function callsOf(account: Account, purpose: CallPurpose): Omit<EmrCalls, "contradict"> {
  const { budget, permits } = knownOf(account);
  return {
    take: () => budget.take(purpose),
    learn: (found) => budget.learn(found),
    withPermit: (call, signal) => (permits ? permits.run(call, signal) : call()),
  };
}
