import type { Transaction } from "#lib/db/tenant";
import type { EmrRow } from "#lib/emr/account";
import { presentMs } from "#lib/kernel/clock";
import { originFor } from "./public-address.ts";
import { clientOf, type WebhookRow, webhookOf } from "./standing.ts";

/** A server that has told nothing for so long is said to be silent. */
const SILENT_MS = 3_600_000;

const MEANWHILE = "changes are read every few minutes meanwhile, as without them";
const BEHIND = "changes are read every few minutes behind them as well";

/** Returns in words what came of the subscriptions that a server has. */
function toldWords({ heardAt, refusedAt, registeredAt }: WebhookRow): string {
  const made = registeredAt?.toISOString();
  const refused =
    refusedAt !== null && (heardAt === null || refusedAt > heardAt)
      ? `, and one at ${refusedAt.toISOString()} was refused, as it had not our secret`
      : "";
  if (heardAt === null) return `are on since ${made}; nothing has come yet${refused}: ${MEANWHILE}`;
  const heard = heardAt.toISOString();
  if (heardAt.getTime() < presentMs() - SILENT_MS) return `are on, and silent since ${heard}${refused}: ${BEHIND}`;
  return `are on; the latest notification came at ${heard}${refused}: ${BEHIND}`;
}

/**
 * Returns in words for an admin whether a server tells an account of changes, following "Subscriptions of changes"; null if they are
 * switched off (additions §4).
 */
export async function wayOfChanges(
  tx: Transaction,
  account: Pick<EmrRow, "id" | "organizationId" | "emrType" | "connection" | "unlinkedAt">,
): Promise<string | null> {
  if (clientOf(account) === null || account.unlinkedAt !== null) return null;
  if (originFor(account.connection?.base_url) === null)
    return `cannot be made, as PUBLIC_URL names no address that the EMR could reach: ${MEANWHILE}`;
  const row = await webhookOf(tx, account);
  if (row === null) return `are made within a minute: ${MEANWHILE}`;
  if (row.problem !== null) return `could not be made or looked at (${row.problem}); it is tried again: ${MEANWHILE}`;
  return row.registrationId === null ? `are being made: ${MEANWHILE}` : toldWords(row);
}
