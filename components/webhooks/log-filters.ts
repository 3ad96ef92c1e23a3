import type { EventFilters } from "#lib/browser/api/events";
import { dayRange, type MomentRange } from "#lib/browser/page/day-range";

/** The log's filters as they stand in the address; `from` and `until` are days of the clinic. */
export const LOG_FILTERS = ["event_types", "delivery_status", "endpoint_id", "from", "until"] as const;

export type LogFilters = Record<(typeof LOG_FILTERS)[number], string>;

/** The moments that the chosen days stand for. */
export const momentsOf = ({ from, until }: Pick<LogFilters, "from" | "until">, timeZone: string): MomentRange =>
  dayRange(from, until, timeZone);

/** The filters as GET /events has them. */
export const toEventFilters = (filters: LogFilters, timeZone: string): EventFilters => ({
  event_types: filters.event_types,
  delivery_status: filters.delivery_status,
  endpoint_id: filters.endpoint_id,
  ...momentsOf(filters, timeZone),
});
