import { and, eq } from "drizzle-orm";
import { emrWebhook } from "#lib/db/schema";
import { readTenant, type Transaction, withTenant } from "#lib/db/tenant";
import type { EmrRow } from "#lib/emr/account";
import { connectorOf } from "#lib/emr/connect";
import { present, presentMs } from "#lib/kernel/clock";

export type WebhookRow = typeof emrWebhook.$inferSelect;

/** An event may be seen in the log before it arrives: one that is older did not arrive. */
const LATE_MS = 60_000;

/** Returns what identifies the client of an account at its EMR; null if the EMR sends events to no webhook. */
export const clientOf = ({ id, emrType, connection }: Pick<EmrRow, "id" | "emrType" | "connection">): string | null =>
  (connection && connectorOf(emrType).eventClient?.(connection, id)) ?? null;

/** Returns the webhook of an account's client; null if there is none. */
export async function webhookOf(
  tx: Transaction,
  account: Pick<EmrRow, "id" | "organizationId" | "emrType" | "connection">,
): Promise<WebhookRow | null> {
  const client = clientOf(account);
  if (client === null) return null;
  const [row] = await tx
    .select()
    .from(emrWebhook)
    .where(and(eq(emrWebhook.organizationId, account.organizationId), eq(emrWebhook.client, client)));
  return row ?? null;
}

/** Returns the webhook of an account's client by whose secret the EMR signs, and which it can replace; null if there is none. */
export const signedWebhookOf = async (
  tx: Transaction,
  account: Pick<EmrRow, "id" | "organizationId" | "emrType" | "connection">,
): Promise<WebhookRow | null> => (connectorOf(account.emrType).noticedKinds ? null : webhookOf(tx, account));

/** Returns whether events arrive at a webhook: the latest that is known did. */
export const arrivesAt = (row: WebhookRow | null): boolean => {
  if (row === null || row.registrationId === null || row.problem !== null || row.heardAt === null) return false;
  // The EMR may sign with a secret that is not known yet.
  if (row.secretAskedAt !== null) return false;
  const heard = row.heardAt;
  return [row.missedAt, row.refusedAt].every((at) => at === null || at < heard);
};

/** Reads the webhook of an account's client. */
export const readWebhook = (account: EmrRow): Promise<WebhookRow | null> =>
  readTenant({ organizationId: account.organizationId, linkedAccountId: null }, (tx) => webhookOf(tx, account));

/** Notes that the log showed events, by their moments, that had not arrived at a webhook; not those from before its registration. */
export async function noteMissed(row: WebhookRow, moments: readonly string[]): Promise<void> {
  const { id, organizationId, registeredAt } = row;
  const latest = presentMs() - LATE_MS;
  const isMissed = moments.some(
    (at) => registeredAt !== null && Date.parse(at) > registeredAt.getTime() && Date.parse(at) < latest,
  );
  if (!isMissed) return;
  await withTenant({ organizationId, linkedAccountId: null }, (tx) =>
    tx
      .update(emrWebhook)
      .set({ missedAt: present() })
      .where(and(eq(emrWebhook.organizationId, organizationId), eq(emrWebhook.id, id))),
  );
}
