import { eq } from "drizzle-orm";
import { newId } from "#lib/core/id";
import { apiClient, delivery, event } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { enqueue } from "#lib/queue/queue";
import { makeEnvelope } from "./envelope.ts";

/** The job whose events are published, and who is told of them. */
export interface EventSource {
  tenant: { organizationId: string; linkedAccountId: string };
  job: {
    id: number;
    callbackUrls: string[];
    /** `instead`: where there are callback URLs, the registered endpoints are not told (interface 4.7). */
    callbacks: "added" | "instead";
    /** Whose subscriptions apply and whose secret signs for `callbackUrls`; null where the organization has no client. */
    apiClientId: string | null;
    accessTokenReferenceId: string;
  };
}

export interface NewEvent {
  type: string;
  data: Record<string, unknown>;
}

interface Target {
  kind: "inbox" | "callback";
  url: string | null;
  apiClientId: string | null;
}

/** Deliveries of one group share a few places in the queue, so that a host that hangs slows itself alone. */
export const deliveryGroup = (linkedAccountId: string, url: string | null): string =>
  url === null ? `inbox:${linkedAccountId}` : `target:${linkedAccountId}:${new URL(url).host}`;

/** A client has a set of subscribed event types; none stored means all (decisions §7). */
async function isSubscribed(tx: Transaction, apiClientId: string | null, type: string): Promise<boolean> {
  if (apiClientId === null) return true;
  const [client] = await tx
    .select({ eventTypes: apiClient.eventTypes })
    .from(apiClient)
    .where(eq(apiClient.id, apiClientId));
  return client !== undefined && (client.eventTypes === null || client.eventTypes.includes(type));
}

async function targetsOf(tx: Transaction, { job }: EventSource, type: string): Promise<Target[]> {
  const targets: Target[] = [{ kind: "inbox", url: null, apiClientId: null }];
  if (job.callbackUrls.length === 0 || !(await isSubscribed(tx, job.apiClientId, type))) return targets;
  for (const url of new Set(job.callbackUrls)) {
    targets.push({ kind: "callback", url, apiClientId: job.apiClientId });
  }
  return targets;
}

/**
 * Appends an event with a delivery and a queue entry for each of its targets, in the caller's transaction: always
 * the console's own inbox, and the job's `callback_urls` where the client is subscribed to the type (decisions §7).
 */
async function publishEvent(
  tx: Transaction,
  source: EventSource,
  { type, data }: NewEvent,
): Promise<{ eventId: string; deliveryIds: string[] }> {
  const { job } = source;
  // The ids alone: a caller's tenant may carry more than belongs in a queue's payload.
  const { organizationId, linkedAccountId } = source.tenant;
  const tenant = { organizationId, linkedAccountId };
  const created = new Date();
  const eventId = newId(created.getTime());
  const { accessTokenReferenceId } = job;
  const envelope = makeEnvelope({ id: eventId, created, type, jobId: job.id, accessTokenReferenceId, data });
  const deliveries = (await targetsOf(tx, source, type)).map((target) => ({ id: newId(), target }));

  await tx.insert(event).values({ id: eventId, ...tenant, jobId: job.id, type, envelope, createdAt: created });
  await tx.insert(delivery).values(
    deliveries.map(({ id, target }) => ({
      id,
      ...tenant,
      eventId,
      targetKind: target.kind,
      targetUrl: target.url,
      apiClientId: target.apiClientId,
      status: "pending" as const,
      createdAt: created,
    })),
  );
  await Promise.all(
    deliveries.map(({ id, target }) =>
      enqueue(tx, "deliveries", { deliveryId: id, ...tenant }, { group: deliveryGroup(linkedAccountId, target.url) }),
    ),
  );
  return { eventId, deliveryIds: deliveries.map(({ id }) => id) };
}

/** Appends the events of one job in their order; gives the ids of each with those of its deliveries. */
export const publishEvents = async (
  tx: Transaction,
  source: EventSource,
  events: NewEvent[],
): Promise<{ eventId: string; deliveryIds: string[] }[]> =>
  Promise.all(events.map((event) => publishEvent(tx, source, event)));
