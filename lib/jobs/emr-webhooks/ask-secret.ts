import { and, eq, sql } from "drizzle-orm";
import { emrWebhook } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { present } from "#lib/kernel/clock";
import { lookedAtBy } from "./look.ts";
import type { WebhookRow } from "./standing.ts";

/**
 * Stores the request for a new secret in the caller's transaction; the upkeep of webhooks then asks the EMR for it. A request
 * that is still open stays as it is.
 */
export async function askForSecret(tx: Transaction, { id, organizationId }: WebhookRow): Promise<void> {
  const now = present();
  const secretAskedAt = sql`coalesce(${emrWebhook.secretAskedAt}, ${now.toISOString()}::timestamptz)`;
  await tx
    .update(emrWebhook)
    .set({ secretAskedAt, secretProblem: null, nextAt: lookedAtBy(now) })
    .where(and(eq(emrWebhook.organizationId, organizationId), eq(emrWebhook.id, id)));
}
