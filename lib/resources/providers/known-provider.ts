import { and, eq } from "drizzle-orm";
import type { Transaction } from "#lib/db/tenant";
import { notFoundBy } from "#lib/kernel/api-error";
import { provider } from "./table.ts";

/** Throws 404 if no synced provider has this EMR id (decisions §4). */
export async function requireProvider(tx: Transaction, linkedAccountId: string, ehrId: string): Promise<void> {
  const [found] = await tx
    .select({ id: provider.id })
    .from(provider)
    .where(and(eq(provider.linkedAccountId, linkedAccountId), eq(provider.ehrId, ehrId)));
  if (!found) throw notFoundBy("provider", "Provider with this provider id");
}
