import { queryOptions } from "@tanstack/react-query";
import { call } from "./fetcher.ts";

/** The query key of what days come to: payments and their jobs change it, and the stream tells of those. */
const daysKey = (accountId: string) => ["payments", accountId, "days"] as const;

/** GET /day-closings/preview: what a day's payments come to now, of one location or of every one (""). */
export const dayNow = (accountId: string, date: string, locationId: string) =>
  queryOptions({
    queryKey: [...daysKey(accountId), date, locationId],
    queryFn: async ({ signal }) =>
      (await call(accountId, "GET /day-closings/preview", { date, location_id: locationId }, { signal })).day,
  });

/** GET /day-closings/{id}: a closed day, and apart what followed. */
export const closedDay = (accountId: string, id: string) =>
  queryOptions({
    queryKey: [...daysKey(accountId), "closed", id],
    queryFn: async ({ signal }) => (await call(accountId, "GET /day-closings/{id}", { id }, { signal })).day_closing,
  });

/** POST /day-closings: closes a day at a location. */
export const closeDay = async (accountId: string, date: string, locationId: string, idempotencyKey: string) =>
  (await call(accountId, "POST /day-closings", { date, location_id: locationId }, { idempotencyKey })).day_closing;
