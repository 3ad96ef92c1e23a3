import type { EventFilters } from "#lib/browser/api/events";
import { dayRange, type MomentRange } from "#lib/browser/page/day-range";

/** The log's filters in the URL; `from` and `until` are days in the clinic's time zone. */
export const LOG_FILTERS = ["event_types", "delivery_status", "endpoint_id", "from", "until"] as const;

export type LogFilters = Record<(typeof LOG_FILTERS)[number], string>;

/** Returns the moments at which the filtered days begin and end. */
export const momentsOf = ({ from, until }: Pick<LogFilters, "from" | "until">, timeZone: string): MomentRange =>
  dayRange(from, until, timeZone);

/** Returns the filters as query parameters of GET /events. */
export const toEventFilters = (filters: LogFilters, timeZone: string): EventFilters => ({
  event_types: filters.event_types,
  delivery_status: filters.delivery_status,
  endpoint_id: filters.endpoint_id,
  ...momentsOf(filters, timeZone),
});
