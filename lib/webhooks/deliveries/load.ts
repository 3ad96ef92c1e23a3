import { eq, sql } from "drizzle-orm";
import type { Dispatcher } from "undici";
import { prepared } from "#lib/db/prepared";
import { apiClient, delivery, event, linkedAccount, webhookEndpoint } from "#lib/db/schema";
import { readTenantAtOnce } from "#lib/db/tenant";
import { required } from "#lib/kernel/environment";
import type { Payloads } from "#lib/queue/queues";
import { open } from "#lib/security/sealing/secret-box";
import { TEST_EVENT } from "#lib/webhooks/events/types";
import { agents } from "./agents.ts";
import { REMOVED } from "./held.ts";

/** A queue entry that arrives this much early is left to the later entry of the same delivery. */
const EARLY_MS = 1_000;

type TargetKind = (typeof delivery.$inferSelect)["targetKind"];

type Row = Awaited<ReturnType<typeof loadRow>>;

/** A due delivery with everything that sending it needs. */
export interface DueDelivery {
  /** Attempts before this one. */
  attempts: number;
  event: { id: string; body: string };
  /** The registered endpoint; null for callbacks and the inbox. */
  endpoint: { id: string; failingSince: Date | null } | null;
  /** Holds the reason instead if nothing can be sent. */
  target: { kind: TargetKind } & ({ url: string; secrets: string[]; dispatcher: Dispatcher } | { unsendable: string });
}

const rowOf = prepared((tx) =>
  tx
    .select({
      delivery: {
        status: delivery.status,
        attempts: delivery.attempts,
        nextAttemptAt: delivery.nextAttemptAt,
        targetKind: delivery.targetKind,
        targetUrl: delivery.targetUrl,
        linkedAccountId: delivery.linkedAccountId,
      },
      event: { id: event.id, type: event.type, envelope: event.envelope },
      inboxSecret: linkedAccount.inboxSecret,
      endpoint: {
        id: webhookEndpoint.id,
        status: webhookEndpoint.status,
        failingSince: webhookEndpoint.failingSince,
        secret: webhookEndpoint.secret,
        previousSecret: webhookEndpoint.previousSecret,
        previousSecretUntil: webhookEndpoint.previousSecretUntil,
      },
      client: { webhookSecret: apiClient.webhookSecret, revokedAt: apiClient.revokedAt },
    })
    .from(delivery)
    .innerJoin(event, eq(event.id, delivery.eventId))
    .innerJoin(linkedAccount, eq(linkedAccount.id, delivery.linkedAccountId))
    .leftJoin(webhookEndpoint, eq(webhookEndpoint.id, delivery.endpointId))
    .leftJoin(apiClient, eq(apiClient.id, delivery.apiClientId))
    .where(eq(delivery.id, sql.placeholder("id"))),
);

const loadRow = (payload: Payloads["deliveries"]) =>
  readTenantAtOnce(payload, async (tx) => {
    const [row] = await rowOf(tx).execute({ id: payload.deliveryId });
    return row;
  });

/**
 * Returns the secrets that sign for an endpoint: its present one, and for 24 hours after a rotation the previous one
 * (decisions §7).
 */
async function endpointSecrets(endpoint: NonNullable<NonNullable<Row>["endpoint"]>): Promise<string[]> {
  const secrets = [await open(endpoint.secret)];
  const { previousSecret, previousSecretUntil } = endpoint;
  if (previousSecret && previousSecretUntil && previousSecretUntil > new Date()) {
    secrets.push(await open(previousSecret));
  }
  return secrets;
}

async function targetOf(row: NonNullable<Row>): Promise<DueDelivery["target"]> {
  const { targetKind: kind, targetUrl: url, linkedAccountId } = row.delivery;
  if (kind === "inbox") {
    const inbox = `${required("INTERNAL_URL")}/api/webhooks/inbox?account=${linkedAccountId}`;
    return { kind, url: inbox, secrets: [await open(row.inboxSecret)], dispatcher: agents().inbox };
  }
  if (!url) return { kind, unsendable: "The target has no address" };
  if (kind === "endpoint") {
    if (!row.endpoint) return { kind, unsendable: REMOVED };
    return { kind, url, secrets: await endpointSecrets(row.endpoint), dispatcher: agents().partners };
  }
  if (!row.client) return { kind, unsendable: "The organization has no API client whose secret could sign" };
  if (row.client.revokedAt) return { kind, unsendable: "The API client was revoked" };
  return { kind, url, secrets: [await open(row.client.webhookSecret)], dispatcher: agents().partners };
}

/**
 * Returns whether the delivery waits until its endpoint is enabled. A test delivery does not wait (see publishTest).
 */
const isHeld = ({ endpoint, event: { type } }: NonNullable<Row>): boolean =>
  endpoint?.status === "disabled" && type !== TEST_EVENT;

/**
 * Loads the delivery of a queue entry. Returns null if the delivery is done, gone or not due yet, and `held` if its
 * endpoint is disabled.
 */
export async function loadDue(payload: Payloads["deliveries"]): Promise<DueDelivery | "held" | null> {
  const row = await loadRow(payload);
  if (row?.delivery.status !== "pending") return null;
  const { nextAttemptAt } = row.delivery;
  if (nextAttemptAt && nextAttemptAt.getTime() > Date.now() + EARLY_MS) return null;
  if (isHeld(row)) return "held";
  return {
    attempts: row.delivery.attempts,
    event: { id: row.event.id, body: JSON.stringify(row.event.envelope) },
    endpoint: row.endpoint && { id: row.endpoint.id, failingSince: row.endpoint.failingSince },
    target: await targetOf(row),
  };
}
