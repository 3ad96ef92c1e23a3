import { and, eq, lt, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { emrWebhook } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import type { EventWebhook } from "#lib/emr/port/event-webhook";
import { EmrError } from "#lib/emr/port/port";
import { present, presentMs } from "#lib/kernel/clock";
import { logger } from "#lib/kernel/logger";
import { strike } from "#lib/security/credentials/directory";
import { leaveToLog } from "./accounts.ts";
import { CLAIM_MS } from "./look.ts";
import { openedWebhook } from "./opened-webhook.ts";
import { originFor, webhookUrl } from "./public-address.ts";
import { openSecrets, sealSecrets, validSecrets, type WebhookSecrets, withSecret } from "./sealed.ts";
import type { WebhookRow } from "./standing.ts";

/** Deadline of one look at a registration. */
const DEADLINE_MS = 30_000;
/** Pauses between two looks: while all is well, unless the EMR's webhook needs another one, after an outage, and after a refusal. */
const WELL_MS = 3_600_000;
const PASSING_MS = 5 * 60_000;
const REFUSED_MS = 3_600_000;
/** Time for which the removal of a registration is tried; afterwards its address is unknown here all the same. */
const REMOVAL_MS = 3 * 24 * 3_600_000;

type Changes = PgUpdateSetSource<typeof emrWebhook>;

const mine = ({ id, organizationId }: WebhookRow) =>
  and(eq(emrWebhook.organizationId, organizationId), eq(emrWebhook.id, id));

/** Changes a webhook's row. Returns it; null if it is gone. */
async function change(row: WebhookRow, changes: Changes): Promise<WebhookRow | null> {
  const tenant = { organizationId: row.organizationId, linkedAccountId: null };
  const [changed] = await withTenant(tenant, (tx) => tx.update(emrWebhook).set(changes).where(mine(row)).returning());
  return changed ?? null;
}

/** Claims the look at a registration that is due; null if another process has it. */
export async function claimWebhook(row: WebhookRow): Promise<WebhookRow | null> {
  const tenant = { organizationId: row.organizationId, linkedAccountId: null };
  const nextAt = new Date(presentMs() + CLAIM_MS);
  // PostgreSQL's moments are finer than ours.
  const isUnchanged = lt(emrWebhook.nextAt, new Date(row.nextAt.getTime() + 1));
  const [claimed] = await withTenant(tenant, (tx) =>
    tx
      .update(emrWebhook)
      .set({ nextAt })
      .where(and(mine(row), isUnchanged))
      .returning(),
  );
  return claimed ?? null;
}

/** Returns the EMR's words without the token, which is a secret as long as the webhook is there. */
const wordsOf = ({ message }: EmrError, { token }: WebhookSecrets): string => message.replaceAll(token, "…");

/** Returns the time of the next look; that of a new secret that was asked for meanwhile is at once. */
const nextLook = ({ secretAskedAt }: WebhookRow, pauseMs: number) => {
  const [now, at] = [present().toISOString(), new Date(presentMs() + pauseMs).toISOString()];
  const isKnown = sql`coalesce(${emrWebhook.secretAskedAt} = ${secretAskedAt?.toISOString() ?? null}::timestamptz, false)`;
  return {
    nextAt: sql`CASE WHEN ${emrWebhook.secretAskedAt} IS NULL OR ${isKnown} THEN ${at}::timestamptz ELSE ${now}::timestamptz END`,
  };
};

const pauseAfter = ({ kind, retryAfterMs }: EmrError): number =>
  Math.max(retryAfterMs ?? 0, kind === "passing" ? PASSING_MS : REFUSED_MS);

/** Notes that a look failed; it is repeated after a pause. */
async function noteFailure(row: WebhookRow, error: unknown, secrets: WebhookSecrets): Promise<void> {
  if (!(error instanceof EmrError)) throw error;
  logger.warn({ kind: error.kind }, "the webhook of an EMR's client could not be looked after");
  await change(row, { problem: wordsOf(error, secrets), ...nextLook(row, pauseAfter(error)) });
}

const isSameAddress = (shown: string | null, url: string): boolean =>
  shown !== null && URL.parse(shown)?.href === new URL(url).href;

/** The webhook of a client, as its parts are asked one after the other. */
interface Looking {
  row: WebhookRow;
  webhook: EventWebhook;
  secrets: WebhookSecrets;
  url: string;
  signal: AbortSignal;
}

const wellMs = ({ webhook: { lookEveryMs = WELL_MS } }: Looking): number => lookEveryMs;

/** Keeps a secret that the EMR has shown, beside the former ones. */
async function keepSecret({ row, secrets, ...rest }: Looking, secret: string, more: Changes = {}): Promise<Looking> {
  const isNew = secrets.secrets[0]?.secret !== secret;
  const kept = withSecret(secrets, secret, presentMs());
  const changes = { ...more, sealed: await sealSecrets(kept), ...(isNew && { secretChangedAt: present() }) };
  return { ...rest, row: (await change(row, changes)) ?? row, secrets: kept };
}

/** Makes the secret of a new registration if it is ours, and keeps it; one that no registration is known to have serves again. */
async function readySecret(looking: Looking): Promise<Looking> {
  const { row, webhook, secrets } = looking;
  if (!webhook.newSecret) return looking;
  const isUnused = row.registrationId === null && row.secretAskedAt === null && secrets.secrets.length > 0;
  return isUnused ? looking : keepSecret(looking, webhook.newSecret());
}

/** Registers the address in place of the present registration, and keeps the new one before anything else is asked. */
async function registerAnew(given: Looking): Promise<{ looking: Looking; isSecretShown: boolean }> {
  const looking = await readySecret(given);
  const { row, webhook, secrets, url, signal } = looking;
  if (row.registrationId !== null) await webhook.remove(row.registrationId, signal);
  const { id, secret } = await webhook.register(url, signal, secrets.secrets[0]?.secret);
  const registered = { registrationId: id, registeredAt: present(), heardAt: null, missedAt: null };
  if (secret !== null) return { looking: await keepSecret(looking, secret, registered), isSecretShown: true };
  const kept = await change(row, { ...registered, sealed: await sealSecrets(secrets) });
  return { looking: { ...looking, row: kept ?? row }, isSecretShown: false };
}

/**
 * Has the EMR sign with a new secret, and keeps it. An EMR that has no request for that, or does not show it there, may show a new
 * one when the webhook is registered anew; throws an EmrError if it does not.
 */
async function rotate(looking: Looking): Promise<void> {
  const secret = await looking.webhook.rotateSecret(looking.signal);
  if (secret !== null) {
    await keepSecret(looking, secret);
    return;
  }
  const anew = await registerAnew(looking);
  if (anew.looking.secrets.secrets[0]?.secret === looking.secrets.secrets[0]?.secret) {
    const nowhere = "The EMR shows no new secret, neither if it is asked for one nor for a new registration";
    throw new EmrError("validation", nowhere);
  }
}

/**
 * Sees to the new secret that an admin asked for. Its wish stays until the EMR has shown the secret: if the answer is lost, the
 * EMR may sign with a secret that nobody knows, and is asked for another one. Events that are refused meanwhile are
 * found in the log, which is read soon, also if the EMR showed none: it may sign with it all the same.
 */
async function giveSecret(looking: Looking): Promise<void> {
  const { row, secrets } = looking;
  try {
    await rotate(looking);
  } catch (error) {
    if (!(error instanceof EmrError)) throw error;
    logger.warn({ kind: error.kind }, "the secret of an EMR's webhook could not be changed");
    const given = error.kind === "passing" ? {} : { secretAskedAt: null };
    await leaveToLog(row);
    await change(row, { secretProblem: wordsOf(error, secrets), ...given, ...nextLook(row, pauseAfter(error)) });
    return;
  }
  await leaveToLog(row);
  const done = { secretAskedAt: null, secretProblem: null, refusedAt: null };
  await change(row, { ...done, nextAt: new Date(presentMs() + wellMs(looking)) });
}

/**
 * Sees to it that the EMR sends a client's events to our address: registers it, and anew if the EMR no longer has the
 * registration, shows another address, or signs with a secret that is not known here; and has it sign with a new secret if
 * an admin asked for that. A failure is noted, and events are read from the EMR's log as if there were no webhook.
 */
export async function keepRegistered(
  row: WebhookRow,
  { connection, origin }: { connection: Record<string, unknown>; origin: string },
): Promise<void> {
  const before = await openSecrets(row);
  const secrets = { ...before, connection };
  const webhook = openedWebhook(row, connection);
  if (!webhook) return;
  const signal = AbortSignal.timeout(DEADLINE_MS);
  const looking = { row, webhook, secrets, url: webhookUrl(origin, secrets.token), signal };
  const { registrationId, refusedAt, registeredAt, secretAskedAt } = row;
  const isAsked = secretAskedAt !== null;
  const isRefused = !isAsked && refusedAt !== null && registeredAt !== null && refusedAt > registeredAt;
  let kept: Looking = looking;
  try {
    const shown = registrationId === null ? null : await webhook.read(registrationId, signal);
    const holds = registrationId !== null && isSameAddress(shown, looking.url) && !isRefused;
    const hasSecret = validSecrets(secrets, presentMs()).length > 0;
    if (!holds || !hasSecret) {
      const registered = await registerAnew(looking);
      kept = registered.looking;
      if (!isAsked && !registered.isSecretShown && (isRefused || !hasSecret)) await rotate(kept);
    } else if (JSON.stringify(before.connection) !== JSON.stringify(connection)) {
      await change(row, { sealed: await sealSecrets(secrets) });
    }
    const well = { problem: null, removeUntil: null };
    await change(row, { ...well, ...(isAsked ? {} : nextLook(row, wellMs(looking))) });
  } catch (error) {
    await noteFailure(row, error, secrets);
    return;
  }
  if (isAsked) await giveSecret(kept);
}

/** Removes a registration from the EMR, also what a try has left whose answer was lost. */
async function removeFrom(
  webhook: EventWebhook | null,
  { registrationId }: WebhookRow,
  { connection, token }: WebhookSecrets,
): Promise<void> {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  if (registrationId !== null) return webhook?.remove(registrationId, signal);
  const origin = originFor(connection.base_url);
  if (origin !== null) await webhook?.removeAt?.(webhookUrl(origin, token), signal);
}

/** Removes a registration that no linked account needs, and its row. After three days of failures the row goes alone. */
export async function removeRegistration(row: WebhookRow): Promise<void> {
  const secrets = await openSecrets(row);
  const until = row.removeUntil ?? new Date(presentMs() + REMOVAL_MS);
  const webhook = openedWebhook(row, secrets.connection);
  try {
    await removeFrom(webhook, row, secrets);
  } catch (error) {
    if (until.getTime() > presentMs()) {
      await change(row, { removeUntil: until });
      return noteFailure(row, error, secrets);
    }
  }
  await withTenant({ organizationId: row.organizationId, linkedAccountId: null }, async (tx) => {
    await tx.delete(emrWebhook).where(mine(row));
    await strike(tx, [row.id]);
  });
}
