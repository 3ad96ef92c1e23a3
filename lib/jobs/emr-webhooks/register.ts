import { and, eq, lt } from "drizzle-orm";
import { emrWebhook } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { connectorOf } from "#lib/emr/connect";
import type { EventWebhook } from "#lib/emr/port/event-webhook";
import { EmrError } from "#lib/emr/port/port";
import { present, presentMs } from "#lib/kernel/clock";
import { logger } from "#lib/kernel/logger";
import { strike } from "#lib/security/credentials/directory";
import { webhookUrl } from "./public-address.ts";
import { openSecrets, sealSecrets, validSecrets, type WebhookSecrets, withSecret } from "./sealed.ts";
import type { WebhookRow } from "./standing.ts";

/** Deadline of one look at a registration. */
const DEADLINE_MS = 30_000;
/** Pauses between two looks: while all is well, after an outage, and after a refusal. */
const WELL_MS = 3_600_000;
const PASSING_MS = 5 * 60_000;
const REFUSED_MS = 3_600_000;
/** Time for which the removal of a registration is tried; afterwards its address is unknown here all the same. */
const REMOVAL_MS = 3 * 24 * 3_600_000;
/** Time for which a look is claimed, so that no other process looks too. */
const CLAIM_MS = 2 * 60_000;

type Changes = Partial<typeof emrWebhook.$inferInsert>;

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

/** Notes that a look failed; it is repeated after a pause. */
async function noteFailure(row: WebhookRow, error: unknown, secrets: WebhookSecrets): Promise<void> {
  if (!(error instanceof EmrError)) throw error;
  const pause = Math.max(error.retryAfterMs ?? 0, error.kind === "passing" ? PASSING_MS : REFUSED_MS);
  logger.warn({ kind: error.kind }, "the webhook of an EMR's client could not be looked after");
  await change(row, { problem: wordsOf(error, secrets), nextAt: new Date(presentMs() + pause) });
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

/** Registers the address, and keeps the registration before anything else is asked. A client without a secret gets a new one. */
async function register({ row, webhook, secrets, url, signal }: Looking, isRefused: boolean): Promise<void> {
  const { id, secret } = await webhook.register(url, signal);
  const kept = secret === null ? secrets : withSecret(secrets, secret, presentMs());
  const registered = { registrationId: id, registeredAt: present(), heardAt: null, missedAt: null };
  await change(row, { ...registered, sealed: await sealSecrets(kept) });
  if (secret !== null || (!isRefused && validSecrets(kept, presentMs()).length > 0)) return;
  const rotated = withSecret(kept, await webhook.rotateSecret(signal), presentMs());
  await change(row, { sealed: await sealSecrets(rotated) });
}

/**
 * Sees to it that the EMR sends a client's events to our address: registers it, and anew if the EMR no longer has the
 * registration, shows another address, or signs with a secret that is not known here. A failure is noted, and events are read
 * from the EMR's log as if there were no webhook.
 */
export async function keepRegistered(
  row: WebhookRow,
  { connection, origin }: { connection: Record<string, unknown>; origin: string },
): Promise<void> {
  const connector = connectorOf(row.emrType);
  const before = await openSecrets(row);
  const secrets = { ...before, connection };
  const webhook = connector.eventWebhook?.(connector.connection?.parse(connection)) ?? null;
  if (!webhook) return;
  const signal = AbortSignal.timeout(DEADLINE_MS);
  const looking = { row, webhook, secrets, url: webhookUrl(origin, secrets.token), signal };
  const { registrationId, refusedAt, registeredAt } = row;
  const isRefused = refusedAt !== null && registeredAt !== null && refusedAt > registeredAt;
  try {
    const shown = registrationId === null ? null : await webhook.read(registrationId, signal);
    const holds = registrationId !== null && isSameAddress(shown, looking.url) && !isRefused;
    const hasSecret = validSecrets(secrets, presentMs()).length > 0;
    if (!holds || !hasSecret) {
      if (registrationId !== null) await webhook.remove(registrationId, signal);
      await register(looking, isRefused || !hasSecret);
    }
    const well = { problem: null, removeUntil: null, nextAt: new Date(presentMs() + WELL_MS) };
    const isKept = holds && hasSecret;
    const isReplaced = JSON.stringify(before.connection) !== JSON.stringify(connection);
    await change(row, { ...well, ...(isKept && isReplaced && { sealed: await sealSecrets(secrets) }) });
  } catch (error) {
    await noteFailure(row, error, secrets);
  }
}

/** Removes a registration that no linked account needs, and its row. After three days of failures the row goes alone. */
export async function removeRegistration(row: WebhookRow): Promise<void> {
  const connector = connectorOf(row.emrType);
  const secrets = await openSecrets(row);
  const until = row.removeUntil ?? new Date(presentMs() + REMOVAL_MS);
  const webhook = connector.eventWebhook?.(connector.connection?.parse(secrets.connection));
  try {
    if (row.registrationId !== null) await webhook?.remove(row.registrationId, AbortSignal.timeout(DEADLINE_MS));
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
