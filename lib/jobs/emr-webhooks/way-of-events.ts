import type { Transaction } from "#lib/db/tenant";
import type { EmrRow } from "#lib/emr/account";
import { originFor } from "./public-address.ts";
import { arrivesAt, clientOf, webhookOf } from "./standing.ts";

/**
 * Returns in words for an admin how the events of an account's EMR come in, following "the webhook"; null for an EMR that sends
 * events to none.
 */
export async function wayOfEvents(
  tx: Transaction,
  account: Pick<EmrRow, "id" | "organizationId" | "emrType" | "connection" | "unlinkedAt">,
): Promise<string | null> {
  if (clientOf(account) === null || account.unlinkedAt !== null) return null;
  if (originFor(account.connection?.base_url) === null) {
    return "is not registered, as PUBLIC_URL names no address that the EMR could reach: events are read from its log, once a minute or more often";
  }
  const row = await webhookOf(tx, account);
  if (row === null) return "is registered within a minute; until then events are read from the EMR's log";
  if (row.problem !== null) {
    return `could not be registered (${row.problem}): it is tried again, and events are read from the EMR's log meanwhile`;
  }
  if (row.registrationId === null) return "is being registered; until then events are read from the EMR's log";
  if (row.secretAskedAt !== null)
    return "gets a new secret; until it is known here, events are read from the EMR's log, too";
  const heard = row.heardAt?.toISOString();
  if (heard === undefined)
    return "is registered; no event has come yet, so that events are read from the EMR's log, too";
  const came = `is registered; the latest event came at ${heard}`;
  if (arrivesAt(row)) return `${came}, and the EMR's log is read every 15 minutes for those that were lost`;
  return `${came}, but some did not arrive or were signed otherwise: events are read from the EMR's log, too`;
}
