import { and, eq, or } from "drizzle-orm";
import type { Transaction } from "#lib/db/tenant";
import { invalid, notFoundBy } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { idOfProviderNumber } from "./provider-number.ts";
import { provider } from "./table.ts";

/**
 * Returns the EMR id of the synced provider with this number (see `providerNumberOf`); an EMR id comes before another
 * provider's number. Throws `not_found` for an unknown one.
 */
export async function providerByNumber(tx: Transaction, linkedAccountId: string, number: string): Promise<string> {
  const id = idOfProviderNumber(number);
  const found = await tx
    .select({ ehrId: provider.ehrId })
    .from(provider)
    .where(
      and(
        eq(provider.linkedAccountId, linkedAccountId),
        or(eq(provider.ehrId, number), id === null ? undefined : eq(provider.id, id)),
      ),
    );
  const chosen = found.find(({ ehrId }) => ehrId === number) ?? found[0];
  if (!chosen) throw notFoundBy("provider", "Provider with this provider id");
  return chosen.ehrId;
}

/** Throws `not_found` if no synced provider has this EMR id (decisions §4). */
export async function requireProvider(tx: Transaction, linkedAccountId: string, ehrId: string): Promise<void> {
  const [found] = await tx
    .select({ id: provider.id })
    .from(provider)
    .where(and(eq(provider.linkedAccountId, linkedAccountId), eq(provider.ehrId, ehrId)));
  if (!found) throw notFoundBy("provider", "Provider with this provider id");
}

/**
 * Throws `not_found` if no synced provider has this EMR id, and `invalid` for an inactive one, whose schedule is not synchronized (interface
 * 3.4); `field` is its name in the request.
 */
export async function requireActiveProvider(
  tx: Transaction,
  linkedAccountId: string,
  field: string,
  ehrId: string,
): Promise<void> {
  const [found] = await tx
    .select({ status: provider.status })
    .from(provider)
    .where(and(eq(provider.linkedAccountId, linkedAccountId), eq(provider.ehrId, ehrId)));
  if (!found) throw notFoundBy(field, `Provider with this ${field}`);
  if (found.status !== "active")
    throw invalid(problem(field, "is an inactive provider: their schedule is not synchronized"));
}
