import { and, eq } from "drizzle-orm";
import { provider } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { notFound } from "#lib/kernel/api-error";

/** Throws 404 where no synced provider has this EMR id (decisions §4). */
export async function requireProvider(tx: Transaction, linkedAccountId: string, ehrId: string): Promise<void> {
  const [found] = await tx
    .select({ id: provider.id })
    .from(provider)
    .where(and(eq(provider.linkedAccountId, linkedAccountId), eq(provider.ehrId, ehrId)));
  if (!found) throw notFound("Provider with this provider id");
}
