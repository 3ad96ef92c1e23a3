import { eq, sql } from "drizzle-orm";
import { insertRow } from "#lib/db/insert-row";
import { prepared } from "#lib/db/prepared";
import { apiClient, event, webhookEndpoint } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import type { AccountTenant } from "#lib/kernel/principal";
import type { Envelope } from "#lib/stream/envelope";
import { type DeliveryTarget, writeDeliveries } from "#lib/webhooks/deliveries/write";
import { makeEnvelope } from "./make-envelope.ts";

/** The parts of a job that determine the targets of its event. */
interface Addressed {
  callbackUrls: readonly string[];
  /** `instead`: with callback URLs, the registered endpoints receive nothing (interface 4.7). */
  callbacks: "added" | "instead";
  /**
   * The client whose subscriptions apply and whose secret signs for `callbackUrls`; null if the organization has no
   * client.
   */
  apiClientId: string | null;
}

/** The job whose events are published, and its audience's settings. */
export interface EventOrigin {
  tenant: AccountTenant;
  job: Addressed & { id: number; accessTokenReferenceId: string };
}

export interface NewEvent {
  type: string;
  data: Record<string, unknown>;
}

const INBOX: DeliveryTarget = { kind: "inbox", url: null, endpointId: null, apiClientId: null };

/** The possible targets of an account's events, read in the caller's transaction. */
export interface Audience {
  /** The event types that the job's client subscribed to: null means all; empty if the client is gone. */
  clientTypes: string[] | null;
  endpoints: { id: string; url: string; eventTypes: string[]; enabled: boolean }[];
}

const typesOfClient = prepared((tx) =>
  tx
    .select({ eventTypes: apiClient.eventTypes })
    .from(apiClient)
    .where(eq(apiClient.id, sql.placeholder("id"))),
);

const endpointsOf = prepared((tx) =>
  tx
    .select({
      id: webhookEndpoint.id,
      url: webhookEndpoint.url,
      eventTypes: webhookEndpoint.eventTypes,
      enabled: sql<boolean>`${webhookEndpoint.status} = 'enabled'`,
    })
    .from(webhookEndpoint)
    .where(eq(webhookEndpoint.linkedAccountId, sql.placeholder("account"))),
);

/** Reads the possible targets of events; sends all of its statements at once. */
export async function audienceOf(
  tx: Transaction,
  { tenant, job }: { tenant: AccountTenant; job: Addressed },
): Promise<Audience> {
  const { apiClientId, callbackUrls, callbacks } = job;
  const [clients, endpoints] = await Promise.all([
    apiClientId === null ? [{ eventTypes: null }] : typesOfClient(tx).execute({ id: apiClientId }),
    callbacks === "instead" && callbackUrls.length > 0
      ? []
      : endpointsOf(tx).execute({ account: tenant.linkedAccountId }),
  ]);
  return { clientTypes: clients[0] ? clients[0].eventTypes : [], endpoints };
}

/**
 * Returns the targets of an event: always the console's own inbox, and endpoints and callbacks by the client's
 * subscriptions (decisions §7).
 */
export function targetsOf({ clientTypes, endpoints }: Audience, job: Addressed, type: string): DeliveryTarget[] {
  if (clientTypes && !clientTypes.includes(type)) return [INBOX];
  const registered = endpoints
    // An empty list of types means all types.
    .filter(({ eventTypes }) => eventTypes.length === 0 || eventTypes.includes(type))
    .map(({ id, url, enabled }) => ({
      kind: "endpoint" as const,
      url,
      endpointId: id,
      apiClientId: null,
      enabled,
    }));
  const callbacks = [...new Set(job.callbackUrls)].map((url) => ({
    kind: "callback" as const,
    url,
    endpointId: null,
    apiClientId: job.apiClientId,
  }));
  return [INBOX, ...registered, ...callbacks];
}

/** Appends one event with its deliveries to `targets`, in the caller's transaction. */
export async function appendEvent(
  tx: Transaction,
  given: AccountTenant,
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
  // Picks the ids: the caller's tenant may have further fields, which must not get into the queue's payload.
  const tenant = { organizationId: given.organizationId, linkedAccountId: given.linkedAccountId };
  const created = new Date();
  const eventId = newId(created.getTime());
  const [, deliveryIds] = await Promise.all([
    insertRow(tx, event, {
      id: eventId,
      ...tenant,
      jobId,
      type,
      envelope: envelope(eventId, created),
      createdAt: created,
    }),
    writeDeliveries(tx, tenant, eventId, targets, { hold }),
  ]);
  return { eventId, deliveryIds };
}

/**
 * Appends a job's events in their order, in the caller's transaction, each with a delivery and a queue entry per
 * target. Returns the ids of each event and of its deliveries. If the audience is given and all of its endpoints are
 * enabled, all statements are sent together.
 */
export async function publishEvents(
  tx: Transaction,
  origin: EventOrigin,
  events: NewEvent[],
  audience?: Audience,
): Promise<{ eventId: string; deliveryIds: string[] }[]> {
  const recipients = audience ?? (await audienceOf(tx, origin));
  return Promise.all(
    events.map(({ type, data }) =>
      appendEvent(tx, origin.tenant, {
        jobId: origin.job.id,
        type,
        envelope: (id, created) =>
          makeEnvelope({
            id,
            created,
            type,
            jobId: origin.job.id,
            accessTokenReferenceId: origin.job.accessTokenReferenceId,
            data,
          }),
        targets: targetsOf(recipients, origin.job, type),
      }),
    ),
  );
}
