import { delivery, deliveryAttempt } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { insertInto, sendWrites, type Write } from "#lib/db/write";
import { present } from "#lib/kernel/clock";
import { newId } from "#lib/kernel/id";
import type { AccountTenant } from "#lib/kernel/principal";
import { newTrace, type TraceContext } from "#lib/kernel/tracing";
import { entryOf } from "#lib/queue/queue";
import { type FirstStatus, firstStatusOf, MAX_HELD } from "#lib/webhooks/endpoints/first-status";
import { FreshDelivery } from "./fresh.ts";
import type { Signers } from "./target.ts";

/** A target of an event. */
export interface DeliveryTarget {
  kind: "inbox" | "callback" | "endpoint";
  /** Null for the inbox, whose address is configuration. */
  url: string | null;
  endpointId: string | null;
  /** The client whose secret signs a callback. */
  apiClientId: string | null;
  /** True if the caller's transaction found the endpoint enabled; otherwise it is looked up. */
  enabled?: boolean;
  /** The rows whose secrets sign, if the caller's transaction has read them. */
  signers?: Signers;
}

/**
 * Returns the queue's group of a delivery. A group has a limited number of places, so a hanging receiver delays itself
 * alone: a registered endpoint is its own group, callback URLs are grouped by host.
 */
export function deliveryGroup(
  linkedAccountId: string,
  { url, endpointId }: Pick<DeliveryTarget, "url" | "endpointId">,
) {
  if (endpointId !== null) return `endpoint:${endpointId}`;
  return url === null ? `inbox:${linkedAccountId}` : `target:${linkedAccountId}:${new URL(url).host}`;
}

/** Returns the writing of the reason why a delivery was given up before any attempt. */
const explanationOf = ({ organizationId, linkedAccountId }: AccountTenant, deliveryId: string): Write =>
  insertInto(deliveryAttempt, {
    id: newId(),
    organizationId,
    linkedAccountId,
    deliveryId,
    attempt: 1,
    durationMs: 0,
    error: `The endpoint is disabled and ${MAX_HELD.toLocaleString("en-US")} deliveries already wait for it`,
  });

/** New deliveries: their ids, and the writes that the caller sends. */
export interface NewDeliveries {
  ids: string[];
  writes: Write[];
}

/** The event that is delivered: its body if the writer knows it, and the place of its deliveries in a trace. */
interface NewEvent {
  id: string;
  body?: string;
  trace?: TraceContext | null | undefined;
}

/** Returns a delivery that need not be read back; null if its writer does not know all of it. */
const freshOf = (
  { id, body, trace = null }: NewEvent,
  { kind, url, signers }: DeliveryTarget,
  linkedAccountId: string,
): FreshDelivery | null =>
  signers && body !== undefined
    ? new FreshDelivery({ id, body }, { kind, url, linkedAccountId }, signers, trace)
    : null;

/**
 * Returns the writes of a delivery and its queue entry for each target of an event, or of each of several. Deliveries to a disabled endpoint
 * are held until it is enabled (see releaseHeld), unless `hold` is false. Sends nothing if no endpoint has to be looked
 * up.
 */
export async function newDeliveries(
  tx: Transaction,
  tenant: AccountTenant,
  events: NewEvent | readonly NewEvent[],
  targets: readonly DeliveryTarget[],
  { hold = true }: { hold?: boolean } = {},
): Promise<NewDeliveries> {
  const createdAt = present();
  const endpointIds = targets.flatMap(({ endpointId, enabled }) => (enabled ? [] : (endpointId ?? [])));
  const beginnings = await firstStatusOf(tx, hold ? endpointIds : []);
  const [ids, rows, entries, explanations]: [string[], Write[], Write[], Write[]] = [[], [], [], []];
  const each = [events].flat().flatMap((event) => targets.map((target) => ({ event, target })));
  for (const { event, target } of each) {
    const endpoint = target.endpointId === null ? undefined : beginnings.get(target.endpointId);
    const status: FirstStatus = endpoint?.status ?? "pending";
    const id = newId();
    ids.push(id);
    rows.push(
      insertInto(delivery, {
        id,
        ...tenant,
        eventId: event.id,
        targetKind: target.kind,
        targetUrl: endpoint?.url ?? target.url,
        endpointId: target.endpointId,
        apiClientId: target.apiClientId,
        status,
        attempts: status === "failed" ? 1 : 0,
        createdAt,
        trace: event.trace,
      }),
    );
    const group = deliveryGroup(tenant.linkedAccountId, target);
    if (status === "pending") {
      const carried = freshOf(event, target, tenant.linkedAccountId);
      entries.push(entryOf("deliveries", { deliveryId: id, ...tenant }, { group, ...(carried ? { carried } : {}) }));
    }
    if (status === "failed") explanations.push(explanationOf(tenant, id));
  }
  return { ids, writes: [...rows, ...entries, ...explanations] };
}

/** Writes deliveries in the caller's own transaction (see `newDeliveries`), as caused by the caller's span. */
export async function writeDeliveries(
  tx: Transaction,
  tenant: AccountTenant,
  eventId: string,
  targets: readonly DeliveryTarget[],
): Promise<void> {
  const { writes } = await newDeliveries(tx, tenant, { id: eventId, trace: newTrace() }, targets);
  await sendWrites(tx, writes);
}
