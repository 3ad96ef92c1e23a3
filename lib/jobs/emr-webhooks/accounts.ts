import "#lib/jobs/logins/teller";
import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { linkedAccount } from "#lib/db/schema";
import { readTenant } from "#lib/db/tenant";
import { type EmrRow, emrColumns, openEmr } from "#lib/emr/account";
import { readLogSoon } from "#lib/jobs/emr-events/schedule";
import { present } from "#lib/kernel/clock";
import type { AccountTenant } from "#lib/kernel/principal";
import { wake } from "#lib/queue/wake";
import { clientOf, type WebhookRow } from "./standing.ts";

/** An account of a webhook's client, with the reference that the EMR has for it; null if that is not known. */
export interface OfClient {
  tenant: AccountTenant;
  own: string | null;
}

/** Returns an organization's linked accounts of real EMRs, the oldest first. */
export const connectedAccounts = (organizationId: string): Promise<EmrRow[]> =>
  readTenant({ organizationId, linkedAccountId: null }, (tx) =>
    tx
      .select(emrColumns)
      .from(linkedAccount)
      .where(
        and(
          eq(linkedAccount.organizationId, organizationId),
          isNull(linkedAccount.unlinkedAt),
          isNotNull(linkedAccount.connection),
        ),
      )
      .orderBy(linkedAccount.createdAt),
  );

/** Returns the linked accounts of a webhook's client. */
export async function accountsOfClient({ organizationId, client }: WebhookRow): Promise<OfClient[]> {
  const rows = await connectedAccounts(organizationId);
  const found: OfClient[] = [];
  for (const row of rows.filter((each) => clientOf(each) === client)) {
    const { eventLog, noticed } = await openEmr(row, "read");
    if (eventLog || noticed)
      found.push({ tenant: { organizationId, linkedAccountId: row.id }, own: eventLog?.reference ?? null });
  }
  return found;
}

/** Has the logs of a webhook's accounts read soon, which show what arrived and was not taken here. */
export async function leaveToLog(row: WebhookRow): Promise<void> {
  for (const { tenant } of await accountsOfClient(row)) await readLogSoon(tenant, present());
  wake("emr_events");
}
