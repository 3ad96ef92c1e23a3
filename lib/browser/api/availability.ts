import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import type { availabilityModel } from "#lib/resources/availability/model";
import { readAll } from "./read-all.ts";

export type OpenSlot = z.infer<typeof availabilityModel>;

interface AvailabilityQuery {
  /** The provider's id in this product; by default all providers who are offered to patients. */
  provider_id?: string;
  /** YYYY-MM-DD; both days are included. */
  start_date: string;
  end_date: string;
}

/** GET /availability: the open slots as patients would see them, by time. */
export const availability = (accountId: string, query: AvailabilityQuery) =>
  queryOptions({
    queryKey: ["availability", accountId, query],
    queryFn: ({ signal }) => readAll(accountId, "GET /availability", "availability", { query: { ...query }, signal }),
    staleTime: 30_000,
  });

/** Returns the slots that have not begun at a moment (epoch milliseconds); the others cannot be booked any more. */
export const stillOpen = (slots: readonly OpenSlot[], now: number): OpenSlot[] =>
  slots.filter(({ datetime }) => Date.parse(datetime) > now);
