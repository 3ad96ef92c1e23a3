import { and, eq, or, sql } from "drizzle-orm";
import { newId } from "#lib/core/id";
import { apiClient, event, webhookEndpoint } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { type Envelope, makeEnvelope } from "./envelope.ts";
import { type DeliveryTarget, writeDeliveries } from "./write-deliveries.ts";

interface TenantIds {
  organizationId: string;
  linkedAccountId: string;
}

/** The job whose events are published, and who is told of them. */
export interface EventSource {
  tenant: TenantIds;
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

const INBOX: DeliveryTarget = { kind: "inbox", url: null, endpointId: null, apiClientId: null };

/** A client has a set of subscribed event types; none stored means all (decisions §7). */
async function isSubscribed(tx: Transaction, apiClientId: string | null, type: string): Promise<boolean> {
  if (apiClientId === null) return true;
  const [client] = await tx
    .select({ eventTypes: apiClient.eventTypes })
    .from(apiClient)
    .where(eq(apiClient.id, apiClientId));
  return client !== undefined && (client.eventTypes === null || client.eventTypes.includes(type));
}

/** The account's endpoints that want this type: an empty list of types wants all. For a disabled one it is held. */
const endpointsFor = (tx: Transaction, { linkedAccountId }: TenantIds, type: string) =>
  tx
    .select({ id: webhookEndpoint.id, url: webhookEndpoint.url })
    .from(webhookEndpoint)
    .where(
      and(
        eq(webhookEndpoint.linkedAccountId, linkedAccountId),
        or(sql`cardinality(${webhookEndpoint.eventTypes}) = 0`, sql`${type} = ANY (${webhookEndpoint.eventTypes})`),
      ),
    );

/** Always the console's own inbox; and what the client subscribed to, for endpoints and callbacks (decisions §7). */
async function targetsOf(tx: Transaction, { tenant, job }: EventSource, type: string): Promise<DeliveryTarget[]> {
  const { apiClientId, callbackUrls } = job;
  const [subscribed, registered] = await Promise.all([
    isSubscribed(tx, apiClientId, type),
    job.callbacks === "instead" && callbackUrls.length > 0 ? [] : endpointsFor(tx, tenant, type),
  ]);
  if (!subscribed) return [INBOX];
  const endpoints = registered.map(({ id, url }) => ({
    kind: "endpoint" as const,
    url,
    endpointId: id,
    apiClientId: null,
  }));
  const callbacks = [...new Set(callbackUrls)].map((url) => ({
    kind: "callback" as const,
    url,
    endpointId: null,
    apiClientId,
  }));
  return [INBOX, ...endpoints, ...callbacks];
}

/** Appends one event with its deliveries to `targets`, in the caller's transaction. */
export async function appendEvent(
  tx: Transaction,
  given: TenantIds,
  {
    jobId,
    type,
    envelope,
    targets,
    hold = true,
  }: {
    jobId: number | null;
    type: string;
    envelope: (id: string, created: Date) => Envelope;
    targets: DeliveryTarget[];
    /** False sends to disabled endpoints too. */
    hold?: boolean;
  },
): Promise<{ eventId: string; deliveryIds: string[] }> {
  // The ids alone: a caller's tenant may carry more than belongs in a queue's payload.
  const tenant = { organizationId: given.organizationId, linkedAccountId: given.linkedAccountId };
  const created = new Date();
  const eventId = newId(created.getTime());
  await tx
    .insert(event)
    .values({ id: eventId, ...tenant, jobId, type, envelope: envelope(eventId, created), createdAt: created });
  return { eventId, deliveryIds: await writeDeliveries(tx, tenant, eventId, targets, { hold }) };
}

/**
 * Appends the events of one job in their order, in the caller's transaction, each with a delivery and a queue entry for
 * each of its targets; gives the ids of each with those of its deliveries.
 */
export const publishEvents = async (
  tx: Transaction,
  source: EventSource,
  events: NewEvent[],
): Promise<{ eventId: string; deliveryIds: string[] }[]> =>
  Promise.all(
    events.map(async ({ type, data }) =>
      appendEvent(tx, source.tenant, {
        jobId: source.job.id,
        type,
        envelope: (id, created) =>
          makeEnvelope({
            id,
            created,
            type,
            jobId: source.job.id,
            accessTokenReferenceId: source.job.accessTokenReferenceId,
            data,
          }),
        targets: await targetsOf(tx, source, type),
      }),
    ),
  );
