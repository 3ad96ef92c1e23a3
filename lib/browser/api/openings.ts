import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import type { availabilityModel } from "#lib/resources/availability/model";
import { stillOpen } from "./availability.ts";
import { call } from "./fetcher.ts";

/** A time that can be booked: an open slot of the EMR, or what is left of a provider's hours. */
export type Opening = z.infer<typeof availabilityModel>;

/** Parts of a day in which openings are looked for, at the clinic. */
const PARTS = {
  any: {},
  morning: { latest: "12:00" },
  afternoon: { earliest: "12:00", latest: "17:00" },
  evening: { earliest: "17:00" },
} as const;

export type PartOfDay = keyof typeof PARTS;

export interface WantedOpenings {
  /** YYYY-MM-DD; both days are included. */
  from: string;
  until: string;
  /** A visit type's name, a provider's id in the EMR and a location's; "" for any. */
  visitType: string;
  provider: string;
  location: string;
  part: PartOfDay;
  /** How many are enough. */
  count: number;
}

interface FoundOpenings {
  openings: Opening[];
  /** True if there is no open slot, and the times are those that are left of the providers' hours. */
  isByHours: boolean;
  warnings: string[];
}

/** Slots that are read at once: those of other visit types do not count. */
const SLOTS = 500;

const isFor = ({ appointment_type: own }: Opening, type: string) => type === "" || own === "" || own === type;

async function read(accountId: string, wanted: WantedOpenings, signal: AbortSignal): Promise<FoundOpenings> {
  const { from, until, visitType, provider, location, part, count } = wanted;
  const query = {
    start_date: from,
    end_date: until,
    ...(provider !== "" && { provider_ehr_id: provider }),
    ...(location !== "" && { location_id: location }),
    ...PARTS[part],
  };
  const slots: Opening[] = [];
  let cursor: string | undefined;
  do {
    const page = { ...query, limit: SLOTS, ...(cursor !== undefined && { cursor }) };
    const body = await call(accountId, "GET /availability", page, { signal });
    slots.push(...stillOpen(body.availability, Date.now()).filter((slot) => isFor(slot, visitType)));
    cursor = body.next_cursor;
  } while (cursor !== undefined && slots.length < count);
  if (slots.length > 0) return { openings: slots.slice(0, count), isByHours: false, warnings: [] };
  const gaps = {
    ...query,
    method: "gaps" as const,
    limit: count,
    ...(visitType !== "" && { appointment_type: visitType }),
  };
  const { availability, warnings = [] } = await call(accountId, "GET /availability", gaps, { signal });
  return { openings: availability, isByHours: true, warnings };
}

/** GET /availability: the next times at which a visit can be booked. */
export const openings = (accountId: string, wanted: WantedOpenings) =>
  queryOptions({
    queryKey: ["availability", accountId, "openings", wanted],
    queryFn: ({ signal }) => read(accountId, wanted, signal),
    staleTime: 30_000,
  });
