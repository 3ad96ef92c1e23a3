import { inArray, or, type SQL, sql } from "drizzle-orm";
import type { BookingOffer } from "#lib/kernel/principal";
import { visitType } from "./table.ts";

/** The condition that a visit type is one that a view `booking` offers, by code or name; undefined where all are. */
export function ofOfferedTypes(offer: BookingOffer | null | undefined): SQL | undefined {
  const types = offer?.appointmentTypes ?? null;
  if (types === null) return undefined;
  const names = types.map((each) => each.toLowerCase());
  return or(inArray(visitType.id, [...types]), inArray(sql`lower(${visitType.name})`, names));
}
