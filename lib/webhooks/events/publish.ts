import { eq, isNull, or, sql } from "drizzle-orm";
import { prepared } from "#lib/db/prepared";
import { apiClient, event, linkedAccount, webhookEndpoint } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { insertWitness, sendWrites, type Write } from "#lib/db/write";
import { present } from "#lib/kernel/clock";
import { newId } from "#lib/kernel/id";
import type { AccountTenant } from "#lib/kernel/principal";
import { causedBy, newTrace, type TraceContext } from "#lib/kernel/tracing";
import type { Envelope } from "#lib/stream/envelope";
import { clientColumns, endpointColumns, type Signers } from "#lib/webhooks/deliveries/target";
import { type DeliveryTarget, newDeliveries } from "#lib/webhooks/deliveries/write";
import { makeEnvelope } from "./make-envelope.ts";
import { isByDefault } from "./types.ts";

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
  job: Addressed & { id: number; accessTokenReferenceId: string; trace?: TraceContext | null };
}

export interface NewEvent {
  type: string;
  data: Record<string, unknown>;
}

const INBOX: DeliveryTarget = { kind: "inbox", url: null, endpointId: null, apiClientId: null };

/** The possible targets of an account's events, read in the caller's transaction, with the rows that sign for them. */
export interface Audience {
  /** The event types that the job's client named: null means the default ones; empty if the client is gone. */
  clientTypes: string[] | null;
  client: Signers["client"];
  inboxSecret: string;
  endpoints: (NonNullable<Signers["endpoint"]> & {
    url: string;
    owner: string | null;
    eventTypes: string[];
    enabled: boolean;
    /** Whether it gets the events of all accounts: then the types are its own, or those of the client that registered it. */
    isOfAll: boolean;
    /** The event types that the client named which registered it for all accounts; null: the default ones. */
    ownTypes: string[] | null;
  })[];
}

const secretOfInbox = prepared((tx) =>
  tx
    .select({ inboxSecret: linkedAccount.inboxSecret })
    .from(linkedAccount)
    .where(eq(linkedAccount.id, sql.placeholder("account"))),
);

const clientOf = prepared((tx) =>
  tx
    .select({ eventTypes: apiClient.eventTypes, ...clientColumns })
    .from(apiClient)
    .where(eq(apiClient.id, sql.placeholder("id"))),
);

const endpointsOf = prepared((tx) =>
  tx
    .select({
      ...endpointColumns,
      url: webhookEndpoint.url,
      owner: webhookEndpoint.owner,
      eventTypes: webhookEndpoint.eventTypes,
      enabled: sql<boolean>`${webhookEndpoint.status} = 'enabled'`,
      isOfAll: sql<boolean>`${webhookEndpoint.linkedAccountId} IS NULL`,
      ownTypes: apiClient.eventTypes,
    })
    .from(webhookEndpoint)
    .leftJoin(apiClient, eq(apiClient.id, webhookEndpoint.apiClientId))
    .where(
      or(eq(webhookEndpoint.linkedAccountId, sql.placeholder("account")), isNull(webhookEndpoint.linkedAccountId)),
    ),
);

/** Reads the possible targets of events; sends all of its statements at once. */
export async function audienceOf(
  tx: Transaction,
  { tenant, job }: { tenant: AccountTenant; job: Addressed },
): Promise<Audience> {
  const { apiClientId, callbackUrls, callbacks } = job;
  const [[account], [client], endpoints] = await Promise.all([
    secretOfInbox(tx).execute({ account: tenant.linkedAccountId }),
    apiClientId === null ? [] : clientOf(tx).execute({ id: apiClientId }),
    callbacks === "instead" && callbackUrls.length > 0
      ? []
      : endpointsOf(tx).execute({ account: tenant.linkedAccountId }),
  ]);
  if (!account) throw new Error("No such linked account");
  const clientTypes = apiClientId === null ? null : client ? client.eventTypes : [];
  return { ...account, clientTypes, client: client ?? null, endpoints };
}

/** Returns whether a client gets events of a type: one that has named none those that are sent by default. */
const isNamedBy = (clientTypes: readonly string[] | null, type: string): boolean =>
  clientTypes?.includes(type) ?? isByDefault(type);

/** Returns whether an endpoint with these types gets events of a type, beside a client with those types (decisions §7). */
function takes(eventTypes: readonly string[], clientTypes: readonly string[] | null, type: string): boolean {
  if (eventTypes.length === 0) return isNamedBy(clientTypes, type);
  // A client that has named no types leaves it to its endpoints to name those that are not sent by default.
  return eventTypes.includes(type) && (clientTypes === null || clientTypes.includes(type));
}

/**
 * Returns the targets of an event: always the console's own inbox, and endpoints and callbacks by the client's
 * subscriptions (decisions §7).
 */
export function targetsOf(audience: Audience, job: Addressed, type: string): DeliveryTarget[] {
  const { clientTypes, endpoints, client, inboxSecret } = audience;
  const signedBy = (endpoint: Signers["endpoint"] = null) => ({ inboxSecret, endpoint, client });
  const inbox = { ...INBOX, signers: signedBy() };
  const isOfClient = isNamedBy(clientTypes, type);
  const registered = endpoints
    .filter(({ eventTypes, isOfAll, ownTypes }) => takes(eventTypes, isOfAll ? ownTypes : clientTypes, type))
    .map((endpoint) => ({
      kind: "endpoint" as const,
      url: endpoint.url,
      endpointId: endpoint.id,
      apiClientId: null,
      enabled: endpoint.enabled,
      signers: signedBy(endpoint),
    }));
  const callbacks = [...new Set(isOfClient ? job.callbackUrls : [])].map((url) => ({
    kind: "callback" as const,
    url,
    endpointId: null,
    apiClientId: job.apiClientId,
    signers: signedBy(),
  }));
  return [inbox, ...registered, ...callbacks];
}

/** An event that is to be written, and its targets. */
interface Addressable {
  jobId: number | null;
  type: string;
  envelope: (id: string, created: Date) => Envelope;
  targets: readonly DeliveryTarget[];
  /** False sends to disabled endpoints too. */
  hold?: boolean;
  /** The deliveries' place in a trace; absent while tracing is off. */
  trace?: TraceContext | null | undefined;
}

/** The ids of a published event and of its deliveries. */
export interface Published {
  eventId: string;
  deliveryIds: string[];
}

/** Returns an event with its deliveries, and their writes. Sends nothing if no endpoint has to be looked up. */
async function newEvent(
  tx: Transaction,
  given: AccountTenant,
  { jobId, type, envelope, targets, hold = true, trace }: Addressable,
): Promise<Published & { writes: Write[] }> {
  // Picks the ids: the caller's tenant may have further fields, which must not get into the queue's payload.
  const tenant = { organizationId: given.organizationId, linkedAccountId: given.linkedAccountId };
  const createdAt = present();
  const id = newId(createdAt.getTime());
  const content = envelope(id, createdAt);
  const row = insertWitness(event, { id, ...tenant, jobId, type, envelope: content, createdAt });
  const deliveries = await newDeliveries(tx, tenant, { id, body: JSON.stringify(content), trace }, targets, { hold });
  return { eventId: id, deliveryIds: deliveries.ids, writes: [row, ...deliveries.writes] };
}

/** Appends one event with its deliveries to `targets`, in the caller's own transaction, as caused by the caller's span. */
export async function appendEvent(tx: Transaction, tenant: AccountTenant, event: Addressable): Promise<Published> {
  const { writes, ...published } = await newEvent(tx, tenant, { trace: newTrace(), ...event });
  await sendWrites(tx, writes);
  return published;
}

/**
 * Returns a job's events in their order, each with a delivery and a queue entry per target, and their writes. Sends
 * nothing if all endpoints of the audience are enabled.
 */
export const newEvents = (
  tx: Transaction,
  { tenant, job }: EventOrigin,
  events: readonly NewEvent[],
  audience: Audience,
): Promise<(Published & { writes: Write[] })[]> =>
  Promise.all(
    events.map(({ type, data }) =>
      newEvent(tx, tenant, {
        jobId: job.id,
        type,
        envelope: (id, created) =>
          makeEnvelope({
            id,
            created,
            type,
            jobId: job.id,
            accessTokenReferenceId: job.accessTokenReferenceId,
            data,
          }),
        targets: targetsOf(audience, job, type),
        trace: causedBy(job.trace),
      }),
    ),
  );

/** Appends a job's events in their order, in the caller's transaction (see `newEvents`). Returns the ids of each. */
export async function publishEvents(
  tx: Transaction,
  origin: EventOrigin,
  events: readonly NewEvent[],
): Promise<Published[]> {
  const made = await newEvents(tx, origin, events, await audienceOf(tx, origin));
  await sendWrites(
    tx,
    made.flatMap(({ writes }) => writes),
  );
  return made.map(({ eventId, deliveryIds }) => ({ eventId, deliveryIds }));
}
