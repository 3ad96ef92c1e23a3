import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { hexIds } from "#lib/db/hex-id";
import { emrWebhook, linkedAccount } from "#lib/db/schema";
import { readTenant, withTenant } from "#lib/db/tenant";
import { withoutTenant } from "#lib/db/without-tenant";
import { emrColumns, openEmr } from "#lib/emr/account";
import { connectorOf } from "#lib/emr/connect";
import type { LoggedEvent } from "#lib/emr/port/port";
import { keepArrived } from "#lib/jobs/emr-events/arrived";
import { readLogSoon } from "#lib/jobs/emr-events/schedule";
import { badRequest, notFound, unauthorized } from "#lib/kernel/api-error";
import { NotJson, readCapped } from "#lib/kernel/body";
import { present, presentMs } from "#lib/kernel/clock";
import type { HttpRequest } from "#lib/kernel/http-request";
import { isTooDeep, MAX_DEPTH } from "#lib/kernel/nesting";
import type { AccountTenant } from "#lib/kernel/principal";
import { wakeTask } from "#lib/queue/wake";
import { hashToken } from "#lib/security/credentials/token-hash";
import { openSecrets, validSecrets } from "./sealed.ts";
import { arrivesAt, clientOf, type WebhookRow } from "./standing.ts";

/** An event that is older is a replay whose id may be forgotten: nothing waits for it. */
const OLD_MS = 24 * 3_600_000;
/** Arrivals are noted at most so often. */
const NOTED_MS = 10_000;
/** Minimum time in ms between two registrations that wrong signatures cause, because anybody who knows the address can send such events. */
const ANEW_MS = 10 * 60_000;

/** Returns the webhook of an address. Throws 404 for an unknown token. */
async function webhookAt(token: string): Promise<WebhookRow> {
  const [found] = await withoutTenant<{ organization_id: string; record_id: string }>(sql`
    SELECT ${hexIds("organization_id", "record_id")} FROM find_in_directory('emr_webhook', ${hashToken(token)})`);
  if (!found) throw notFound("Webhook");
  const [row] = await readTenant({ organizationId: found.organization_id, linkedAccountId: null }, (tx) =>
    tx.select().from(emrWebhook).where(eq(emrWebhook.id, found.record_id)),
  );
  if (!row) throw notFound("Webhook");
  return row;
}

const set = ({ id, organizationId }: WebhookRow, changes: Partial<typeof emrWebhook.$inferInsert>) =>
  withTenant({ organizationId, linkedAccountId: null }, (tx) =>
    tx
      .update(emrWebhook)
      .set(changes)
      .where(and(eq(emrWebhook.organizationId, organizationId), eq(emrWebhook.id, id))),
  );

/** Notes that an event arrived with a signature of no known secret: the registration is looked after. */
async function noteRefused(row: WebhookRow): Promise<void> {
  const now = presentMs();
  if (row.refusedAt !== null && row.refusedAt.getTime() > now - NOTED_MS) return;
  const soon = Math.max(now, (row.registeredAt?.getTime() ?? 0) + ANEW_MS);
  await set(row, { refusedAt: present(), nextAt: new Date(Math.min(row.nextAt.getTime(), soon)) });
}

/** Notes that an event arrived. */
async function noteHeard(row: WebhookRow): Promise<void> {
  if (arrivesAt(row) && (row.heardAt?.getTime() ?? 0) > presentMs() - NOTED_MS) return;
  await set(row, { heardAt: present() });
}

/** An account of a webhook's client, with the reference that the EMR has for it; null if that is not known. */
interface OfClient {
  tenant: AccountTenant;
  own: string | null;
}

/** Returns the linked accounts of a webhook's client. */
export async function accountsOfClient({ organizationId, client }: WebhookRow): Promise<OfClient[]> {
  const rows = await readTenant({ organizationId, linkedAccountId: null }, (tx) =>
    tx
      .select(emrColumns)
      .from(linkedAccount)
      .where(
        and(
          eq(linkedAccount.organizationId, organizationId),
          isNull(linkedAccount.unlinkedAt),
          isNotNull(linkedAccount.connection),
        ),
      ),
  );
  const found: OfClient[] = [];
  for (const row of rows.filter((each) => clientOf(each) === client)) {
    const { eventLog } = await openEmr(row, "read");
    if (eventLog) found.push({ tenant: { organizationId, linkedAccountId: row.id }, own: eventLog.reference });
  }
  return found;
}

/** Returns the accounts to which an event may belong: those whose reference it names, else those whose reference is not known. */
function accountsOf(found: readonly OfClient[], { reference }: LoggedEvent): AccountTenant[] {
  const named = found.filter(({ own }) => own !== null && own === reference);
  const mayBe = reference === null ? found : found.filter(({ own }) => own === null);
  return (named.length > 0 ? named : mayBe).map(({ tenant }) => tenant);
}

/** Has the log read soon, which shows what arrived and is not understood here. */
async function leaveToLog(row: WebhookRow): Promise<void> {
  for (const { tenant } of await accountsOfClient(row)) await readLogSoon(tenant, present());
  wakeTask("emr_events");
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new NotJson();
  }
}

/**
 * Receives an event at the webhook of an EMR's client, and returns whether it was new here and is kept. It is kept before this
 * returns, once for each id, and has its effect later by the code that also takes the events of the EMR's log. One that is
 * of no account here, known already, or older than a day is none to keep; one that is not understood is left to the log. Throws 404 for an unknown token, 401 for
 * a signature that is missing or of no known secret, 400 or 413 for a bad body.
 */
export async function receiveWebhook(request: HttpRequest, token: string): Promise<{ kept: boolean }> {
  const row = await webhookAt(token);
  const bytes = await readCapped(request);
  const secrets = await openSecrets(row);
  const connector = connectorOf(row.emrType);
  const webhook = connector.eventWebhook?.(connector.connection?.parse(secrets.connection));
  if (!webhook?.isSigned({ bytes, headers: request.headers }, validSecrets(secrets, presentMs()))) {
    // Its signature is of a form that cannot be made: it says nothing of the secret.
    if (isTooDeep(bytes)) throw badRequest(`The body must not be nested more than ${MAX_DEPTH} levels deep`);
    await noteRefused(row);
    throw unauthorized("The signature does not match");
  }
  await noteHeard(row);
  const event = isTooDeep(bytes) ? null : webhook.eventOf(parse(bytes), request.headers);
  if (event === null) await leaveToLog(row);
  if (event === null || Date.parse(event.at) < presentMs() - OLD_MS) return { kept: false };
  let kept = false;
  for (const tenant of accountsOf(await accountsOfClient(row), event))
    kept = (await keepArrived(tenant, event)) || kept;
  if (kept) wakeTask("emr_events");
  return { kept };
}
