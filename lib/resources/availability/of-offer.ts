import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "#lib/db/tenant";
import type { BookingOffer } from "#lib/kernel/principal";
import { appointment } from "#lib/resources/appointments/table";
import { provider } from "#lib/resources/providers/table";
import { ofOfferedTypes } from "#lib/resources/visit-types/offered-types";
import { visitType } from "#lib/resources/visit-types/table";

/**
 * The condition that an open slot is one that a view `booking` offers: of its providers, and for one of its visit types or for any.
 * Undefined for every other caller.
 */
export function ofOffer(
  tx: Transaction,
  linkedAccountId: string,
  offer: BookingOffer | null | undefined,
): SQL | undefined {
  if (!offer) return undefined;
  const { providerEhrIds, appointmentTypes } = offer;
  const names = tx
    .select({ name: sql`lower(${visitType.name})` })
    .from(visitType)
    .where(and(eq(visitType.linkedAccountId, linkedAccountId), ofOfferedTypes(offer)));
  return and(
    providerEhrIds === null ? undefined : inArray(provider.ehrId, [...providerEhrIds]),
    appointmentTypes === null
      ? undefined
      : or(
          sql`coalesce(${appointment.appointmentType}, '') = ''`,
          inArray(sql`lower(${appointment.appointmentType})`, names),
        ),
  );
}
