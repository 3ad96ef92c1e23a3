import { and, eq, type SQL, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { hexIds } from "#lib/db/hex-id";
import { emrWebhook } from "#lib/db/schema";
import { readTenant, withTenant } from "#lib/db/tenant";
import { withoutTenant } from "#lib/db/without-tenant";
import type { ArrivedEvent, ChangeNotice, EventWebhook } from "#lib/emr/port/event-webhook";
import type { LoggedEvent } from "#lib/emr/port/port";
import { keepArrived } from "#lib/jobs/emr-events/keep";
import { NotJson, readCapped } from "#lib/kernel/body";
import { present, presentMs } from "#lib/kernel/clock";
import { badRequest, notFound, unauthorized } from "#lib/kernel/domain-error";
import type { HttpRequest } from "#lib/kernel/http-request";
import { isTooDeep, MAX_DEPTH } from "#lib/kernel/nesting";
import type { AccountTenant } from "#lib/kernel/principal";
import { wake } from "#lib/queue/wake";
import { hashToken } from "#lib/security/credentials/token-hash";
import { accountsOfClient, leaveToLog, type OfClient } from "./accounts.ts";
import { lookedAtBy } from "./look.ts";
import { openedWebhook } from "./opened-webhook.ts";
import { endFormer, openSecrets, sealSecrets, validSecrets, type WebhookSecrets } from "./sealed.ts";
import { arrivesAt, type WebhookRow } from "./standing.ts";

/** An event that is older is a replay whose id may be forgotten: nothing waits for it. */
const OLD_MS = 24 * 3_600_000;
/** Arrivals are noted at most so often. */
const NOTED_MS = 10_000;
/** Minimum time in ms between two registrations that wrong signatures cause, because anybody who knows the address can send such events. */
const ANEW_MS = 10 * 60_000;

/** Returns the webhook of an address. Throws `not_found` for an unknown token. */
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

const isRow = ({ id, organizationId }: WebhookRow) =>
  and(eq(emrWebhook.organizationId, organizationId), eq(emrWebhook.id, id));

const set = (row: WebhookRow, changes: PgUpdateSetSource<typeof emrWebhook>, condition?: SQL) =>
  withTenant({ organizationId: row.organizationId, linkedAccountId: null }, (tx) =>
    tx
      .update(emrWebhook)
      .set(changes)
      .where(and(isRow(row), condition)),
  );

/** A webhook at which an event arrived, with what it seals. */
interface At {
  row: WebhookRow;
  webhook: EventWebhook | null;
  secrets: WebhookSecrets;
}

/**
 * Notes that an event arrived with a signature of no known secret: the registration is looked after, at once if the answer with
 * a new secret may have been lost.
 */
async function noteRefused({ row, webhook }: At): Promise<void> {
  const now = presentMs();
  if (row.refusedAt !== null && row.refusedAt.getTime() > now - NOTED_MS) return;
  // A secret that was made here is known: such an event says nothing of it.
  if (webhook?.newSecret) {
    await set(row, { refusedAt: present() });
    return;
  }
  const soon = row.secretAskedAt ? now : Math.max(now, (row.registeredAt?.getTime() ?? 0) + ANEW_MS);
  await set(row, { refusedAt: present(), nextAt: lookedAtBy(new Date(soon)) });
}

/** Notes that an event arrived. */
async function noteHeard(row: WebhookRow): Promise<void> {
  if (arrivesAt(row) && (row.heardAt?.getTime() ?? 0) > presentMs() - NOTED_MS) return;
  await set(row, { heardAt: present() });
}

/** Returns the accounts to which an event may belong: those whose reference it names, else those whose reference is not known. */
function accountsOf(found: readonly OfClient[], { reference }: LoggedEvent): AccountTenant[] {
  const named = found.filter(({ own }) => own !== null && own === reference);
  const mayBe = reference === null ? found : found.filter(({ own }) => own === null);
  return (named.length > 0 ? named : mayBe).map(({ tenant }) => tenant);
}

async function openedAt(token: string): Promise<At> {
  const row = await webhookAt(token);
  const secrets = await openSecrets(row);
  return { row, secrets, webhook: openedWebhook(row, secrets.connection) };
}

const isSigned = ({ webhook, secrets }: At, arrived: ArrivedEvent): boolean =>
  webhook?.isSigned(arrived, validSecrets(secrets, presentMs())) ?? false;

/** Returns the webhook at an address, read once more if a new secret was learned while the event was judged. */
async function judge(token: string, arrived: ArrivedEvent): Promise<At & { signed: boolean }> {
  const at = await openedAt(token);
  if (isSigned(at, arrived)) return { ...at, signed: true };
  const again = await openedAt(token);
  return { ...again, signed: again.row.sealed !== at.row.sealed && isSigned(again, arrived) };
}

/** Has the former secrets end soon once an event is signed by the new one, unless the secrets have changed meanwhile. */
async function noteSignedBy({ row, webhook, secrets }: At, arrived: ArrivedEvent): Promise<void> {
  const [newest] = secrets.secrets;
  const ended = endFormer(secrets, presentMs());
  if (!newest || !ended || !webhook?.isSigned(arrived, [newest.secret])) return;
  await set(row, { sealed: await sealSecrets(ended) }, eq(emrWebhook.sealed, row.sealed));
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new NotJson();
  }
}

/** Returns the JSON of a body; undefined for an empty one where that may be. */
function bodyOf(bytes: Uint8Array, { takesEmpty }: EventWebhook): unknown {
  if (takesEmpty && bytes.length === 0) return undefined;
  if (isTooDeep(bytes)) throw badRequest(`The body must not be nested more than ${MAX_DEPTH} levels deep`);
  return parse(bytes);
}

/** Keeps the notices of a notification for the webhook's account, and has them taken. Returns whether one was new. */
async function keepNoticed({ row }: At, notices: ChangeNotice[]): Promise<boolean> {
  if (notices.length === 0) return false;
  let kept = false;
  for (const { tenant } of await accountsOfClient(row)) kept = (await keepArrived(tenant, notices)) || kept;
  if (kept) wake("emr_events");
  return kept;
}

/**
 * Receives an event at the webhook of an EMR's client, and returns whether it was new here and is kept. It is kept before this
 * returns, once for each id, and has its effect later by the code that also takes the events of the EMR's log. One that is
 * of no account here, known already, or older than a day is none to keep; one that is not understood is left to the log. Throws `not_found` for an unknown token, `unauthenticated` for
 * a signature that is missing or of no known secret, `invalid` or `too_large` for a bad body.
 */
export async function receiveWebhook(request: HttpRequest, token: string): Promise<{ kept: boolean }> {
  await webhookAt(token);
  const bytes = await readCapped(request);
  const arrived = { bytes, headers: request.headers };
  const at = await judge(token, arrived);
  const { row, webhook } = at;
  if (!webhook || !at.signed) {
    // Its signature is of a form that cannot be made: it says nothing of the secret.
    if (isTooDeep(bytes)) throw badRequest(`The body must not be nested more than ${MAX_DEPTH} levels deep`);
    await noteRefused(at);
    throw unauthorized("The signature does not match");
  }
  await noteHeard(row);
  await noteSignedBy(at, arrived);
  if (webhook.noticesOf)
    return { kept: await keepNoticed(at, webhook.noticesOf(bodyOf(bytes, webhook), request.headers)) };
  const event = isTooDeep(bytes) ? null : webhook.eventOf(parse(bytes), request.headers);
  if (event === null) await leaveToLog(row);
  if (event === null || Date.parse(event.at) < presentMs() - OLD_MS) return { kept: false };
  let kept = false;
  for (const tenant of accountsOf(await accountsOfClient(row), event))
    kept = (await keepArrived(tenant, [event])) || kept;
  if (kept) wake("emr_events");
  return { kept };
}
