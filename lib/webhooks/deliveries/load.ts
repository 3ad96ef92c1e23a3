import { eq, sql } from "drizzle-orm";
import { prepared } from "#lib/db/prepared";
import { readTogether } from "#lib/db/read-together";
import { apiClient, delivery, event, linkedAccount, webhookEndpoint } from "#lib/db/schema";
import { readTenantAtOnce } from "#lib/db/tenant";
import { presentMs } from "#lib/kernel/clock";
import type { AccountTenant } from "#lib/kernel/principal";
import type { Payloads } from "#lib/queue/queues";
import { TEST_EVENT } from "#lib/webhooks/events/types";
import { clientColumns, type DueDelivery, endpointColumns, targetOf } from "./target.ts";

/** A queue entry that arrives this much early is left to the later entry of the same delivery. */
const EARLY_MS = 1_000;

const rowsOf = prepared((tx) =>
  tx
    .select({
      delivery: {
        id: delivery.id,
        status: delivery.status,
        attempts: delivery.attempts,
        nextAttemptAt: delivery.nextAttemptAt,
        kind: delivery.targetKind,
        url: delivery.targetUrl,
        linkedAccountId: delivery.linkedAccountId,
        trace: delivery.trace,
      },
      event: { id: event.id, type: event.type, envelope: event.envelope },
      inboxSecret: linkedAccount.inboxSecret,
      endpoint: { ...endpointColumns, status: webhookEndpoint.status },
      client: clientColumns,
    })
    .from(delivery)
    .innerJoin(event, eq(event.id, delivery.eventId))
    .innerJoin(linkedAccount, eq(linkedAccount.id, delivery.linkedAccountId))
    .leftJoin(webhookEndpoint, eq(webhookEndpoint.id, delivery.endpointId))
    .leftJoin(apiClient, eq(apiClient.id, delivery.apiClientId))
    .where(sql`${delivery.id} = ANY (${sql.placeholder("ids")}::uuid[])`),
);

/** Reads deliveries of one account in one round trip, those that are asked for in one turn of the event loop. */
const loadRow = readTogether((tenant: AccountTenant, ids: string[]) =>
  readTenantAtOnce(tenant, (tx) => rowsOf(tx).execute({ ids })).then(
    (rows) => new Map(rows.map((row) => [row.delivery.id, row])),
  ),
);

/**
 * Returns whether the delivery waits until its endpoint is enabled. A test delivery does not wait (see publishTest).
 */
const isHeld = ({ endpoint, event: { type } }: NonNullable<Awaited<ReturnType<typeof loadRow>>>): boolean =>
  endpoint?.status === "disabled" && type !== TEST_EVENT;

/**
 * Loads the delivery of a queue entry. Returns null if the delivery is done, gone or not due yet, and `held` if its
 * endpoint is disabled.
 */
export async function loadDue(payload: Payloads["deliveries"]): Promise<DueDelivery | "held" | null> {
  const row = await loadRow(payload, payload.deliveryId);
  if (row?.delivery.status !== "pending") return null;
  const { nextAttemptAt } = row.delivery;
  if (nextAttemptAt && nextAttemptAt.getTime() > presentMs() + EARLY_MS) return null;
  if (isHeld(row)) return "held";
  return {
    attempts: row.delivery.attempts,
    trace: row.delivery.trace,
    event: { id: row.event.id, body: JSON.stringify(row.event.envelope) },
    endpoint: row.endpoint && { id: row.endpoint.id, failingSince: row.endpoint.failingSince },
    target: await targetOf(row.delivery, row),
  };
}
