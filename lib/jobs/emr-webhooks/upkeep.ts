import { eq, sql } from "drizzle-orm";
import { hexIds } from "#lib/db/hex-id";
import { emrWebhook } from "#lib/db/schema";
import { readTenant, withTenant } from "#lib/db/tenant";
import { withoutTenant } from "#lib/db/without-tenant";
import { type EmrRow, emrAccount } from "#lib/emr/account";
import { claimRun } from "#lib/jobs/runner/claim-run";
import { repeatedly } from "#lib/jobs/runner/repeatedly";
import { present } from "#lib/kernel/clock";
import { newId } from "#lib/kernel/id";
import { logger } from "#lib/kernel/logger";
import { emrWebhookEntries, enter } from "#lib/security/credentials/directory";
import { hashToken } from "#lib/security/credentials/token-hash";
import { connectedAccounts } from "./accounts.ts";
import { originFor } from "./public-address.ts";
import { claimWebhook, keepRegistered, removeRegistration } from "./register.ts";
import { newSecrets, sealSecrets } from "./sealed.ts";
import { clientOf, type WebhookRow } from "./standing.ts";

const CHECK_MS = 30_000;
/** One process looks in that time, a little sooner than the next check. */
const EVERY_S = 25;

/** A client that needs a webhook: one of its accounts, and where the EMR reaches this deployment. */
interface Wanted {
  account: EmrRow;
  origin: string;
}

/** Returns the clients of an organization's linked accounts whose EMR can reach this deployment. */
async function wantedBy(organizationId: string): Promise<Map<string, Wanted>> {
  const accounts = await connectedAccounts(organizationId);
  const wanted = new Map<string, Wanted>();
  for (const account of accounts) {
    const client = clientOf(account);
    const origin = originFor(account.connection?.base_url);
    if (client !== null && origin !== null && !wanted.has(client)) wanted.set(client, { account, origin });
  }
  return wanted;
}

/** Makes the row of a client's webhook, with a new address that leads to it; nothing if another process has made it. */
async function makeRow(client: string, { account }: Wanted, now: Date): Promise<void> {
  const { organizationId, emrType } = account;
  const { connection } = await emrAccount(account);
  if (connection === null) return;
  const secrets = newSecrets(connection);
  const [id, sealed] = [newId(), await sealSecrets(secrets)];
  await withTenant({ organizationId, linkedAccountId: null }, async (tx) => {
    const made = await tx
      .insert(emrWebhook)
      .values({ id, organizationId, emrType, client, sealed, nextAt: now })
      .onConflictDoNothing({ target: [emrWebhook.organizationId, emrWebhook.client] })
      .returning({ id: emrWebhook.id });
    if (made.length > 0)
      await enter(tx, emrWebhookEntries({ id, organizationId, tokenHash: hashToken(secrets.token) }));
  });
}

const rowsOf = (organizationId: string): Promise<WebhookRow[]> =>
  readTenant({ organizationId, linkedAccountId: null }, (tx) =>
    tx.select().from(emrWebhook).where(eq(emrWebhook.organizationId, organizationId)),
  );

/** Returns whether a webhook is to be looked after: in its time, and at once when its last account was unlinked. */
const isDue = ({ nextAt, removeUntil }: WebhookRow, isWanted: boolean, now: Date): boolean =>
  nextAt <= now || (isWanted ? removeUntil !== null : removeUntil === null);

/** Looks after the webhooks of an organization: makes, checks and removes their registrations. */
export async function keepWebhooksOf(organizationId: string, now: Date): Promise<void> {
  const wanted = await wantedBy(organizationId);
  const before = await rowsOf(organizationId);
  const missing = [...wanted].filter(([client]) => !before.some((row) => row.client === client));
  for (const [client, wish] of missing) await makeRow(client, wish, now);
  const rows = missing.length > 0 ? await rowsOf(organizationId) : before;
  for (const row of rows) {
    const wish = wanted.get(row.client);
    if (!isDue(row, wish !== undefined, now)) continue;
    const claimed = await claimWebhook(row);
    if (!claimed) continue;
    if (!wish) await removeRegistration(claimed);
    else {
      const { connection } = await emrAccount(wish.account);
      if (connection) await keepRegistered(claimed, { connection, origin: wish.origin });
    }
  }
}

/** Looks after the webhooks of all organizations. One that fails keeps no other one from it. */
export async function keepWebhooks(now: Date): Promise<void> {
  const organizations = await withoutTenant<{ organization_id: string }>(
    sql`SELECT ${hexIds("organization_id")} FROM list_organizations()`,
  );
  for (const { organization_id: organizationId } of organizations) {
    await keepWebhooksOf(organizationId, now).catch(({ name }: Error) => {
      logger.warn({ error_name: name }, "the webhooks of an organization could not be looked after");
    });
  }
}

/** Looks after the webhooks now and periodically, in one process at a time; may run in every process. */
export const startWebhookUpkeep = () =>
  repeatedly(CHECK_MS, "the webhooks of EMRs could not be looked after", async () => {
    if (await claimRun("emr_webhooks", EVERY_S)) await keepWebhooks(present());
  });
