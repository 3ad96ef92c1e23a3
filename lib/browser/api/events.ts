import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { EventModel } from "#lib/webhooks/events/model";
import { call } from "./fetcher.ts";
import { pagesOf } from "./pages.ts";
import { readAll } from "./read-all.ts";

/** The filters of GET /events; empty ones are left out. */
export interface EventFilters {
  event_types?: string | undefined;
  delivery_status?: string | undefined;
  endpoint_id?: string | undefined;
  /** ISO 8601. */
  created_after?: string | undefined;
  created_before?: string | undefined;
}

const PAGE = 100;
/** Interval at which deliveries in progress are read again, because the stream does not report them. */
const WATCH_MS = 2_000;
const LOOK_AGAIN_MS = 10_000;

const key = (accountId: string) => ["events", accountId] as const;

/** Checks whether a delivery of the event is still to be attempted soon. */
const isUnderWay = ({ deliveries }: EventModel): boolean =>
  deliveries.some(
    ({ status, next_attempt_at: next }) =>
      status === "pending" && (next === null || Date.parse(next) - Date.now() < 30_000),
  );

/** GET /events: newest first, page after page. */
export const eventList = (accountId: string, filters: EventFilters) => ({
  ...pagesOf({
    accountId,
    route: "GET /events",
    list: "events",
    query: { ...filters },
    limit: PAGE,
    counted: true,
  }),
  refetchInterval: LOOK_AGAIN_MS,
});

/** Every matching event, for an export. */
export const allEvents = (accountId: string, filters: EventFilters, onProgress: (rows: number) => void) =>
  readAll(accountId, "GET /events", "events", { query: { ...filters }, onProgress });

/** GET /events/{id}: one event with its deliveries, read again until no attempt is due soon. */
export const eventDetail = (accountId: string, id: string) =>
  queryOptions({
    queryKey: [...key(accountId), "one", id],
    queryFn: ({ signal }) => call(accountId, "GET /events/{id}", { id }, { signal }),
    refetchInterval: ({ state: { data } }) => (!data || isUnderWay(data) ? WATCH_MS : false),
  });

/**
 * GET /events/{id}/deliveries/{delivery_id}: the request and response of each attempt. `attempts` is the number of
 * attempts so far.
 */
export const deliveryDetail = (accountId: string, eventId: string, deliveryId: string, attempts: number) =>
  queryOptions({
    queryKey: [...key(accountId), "delivery", deliveryId, attempts],
    queryFn: async ({ signal }) =>
      (
        await call(
          accountId,
          "GET /events/{id}/deliveries/{delivery_id}",
          { id: eventId, delivery_id: deliveryId },
          { signal },
        )
      ).delivery,
    staleTime: Number.POSITIVE_INFINITY,
  });

/**
 * POST /events/{id}/redeliver, as the options of a mutation: to all targets of the event, or to that of one delivery.
 */
export const redeliverEvent = (client: QueryClient, accountId: string, id: string) => ({
  mutationFn: (deliveryId: string | null) =>
    call(accountId, "POST /events/{id}/redeliver", { id, ...(deliveryId && { delivery_id: deliveryId }) }),
  onSettled: () => client.invalidateQueries({ queryKey: key(accountId) }),
});

/**
 * Redelivers events to all of their targets, one after the other, as the options of a mutation. `onProgress` is called
 * with the number of queued ones. Returns the messages of the requests that failed; the others are queued.
 */
export const redeliverEvents = (client: QueryClient, accountId: string, onProgress: (done: number) => void) => ({
  mutationFn: async (ids: readonly string[]) => {
    const failed: string[] = [];
    for (const [index, id] of ids.entries()) {
      await call(accountId, "POST /events/{id}/redeliver", { id }).catch((error: Error) => failed.push(error.message));
      onProgress(index + 1 - failed.length);
    }
    return { failed };
  },
  onSettled: () => client.invalidateQueries({ queryKey: key(accountId) }),
});

/** The events to send again. */
export interface RedeliverRange {
  /** ISO 8601. */
  created_after: string;
  created_before: string;
  event_types?: string[] | undefined;
  endpoint_id?: string | undefined;
}

/**
 * Calls POST /events/redeliver until no event of the range is left; with `dryRun` the events are only counted.
 * `onProgress` is called with the number so far. Returns the total.
 */
export async function redeliverRange(
  accountId: string,
  range: RedeliverRange,
  { dryRun, onProgress }: { dryRun: boolean; onProgress?: (events: number) => void },
): Promise<number> {
  let events = 0;
  let cursor: string | undefined;
  do {
    const answer: { count: number; next_cursor?: string } = await call(accountId, "POST /events/redeliver", {
      ...range,
      dry_run: dryRun,
      cursor,
    });
    events += answer.count;
    cursor = answer.next_cursor;
    onProgress?.(events);
  } while (cursor !== undefined);
  return events;
}
