import { and, count, eq, gte, inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { linkedAccount } from "#lib/db/schema";
import { fromDay, localTime, throughDay, withOffset, zoneOf } from "#lib/definitions/account-time";
import { firstSyncWarnings, syncWarnings } from "#lib/definitions/first-sync";
import { keyset } from "#lib/definitions/keyset";
import { momentText } from "#lib/definitions/moment-text";
import { extentOf, furtherPages, toPage } from "#lib/definitions/page";
import { defineQuery } from "#lib/definitions/query";
import { invalid } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { appointment } from "#lib/resources/appointments/table";
import { provider } from "#lib/resources/providers/table";
import { visitType } from "#lib/resources/visit-types/table";
import { readGaps } from "./gaps.ts";
import { availabilityModel } from "./model.ts";
import { ofOffer } from "./of-offer.ts";
import { offeredProviders } from "./offered-providers.ts";
import { type AvailabilityQuery, availabilityQuery } from "./query.ts";

const order = keyset("asc", appointment.startsAt, appointment.id);

/** Conditions: long enough, and within the asked part of the day of its beginning. */
function fitting({ duration, earliest, latest }: AvailabilityQuery, zone: SQL): (SQL | undefined)[] {
  const local = localTime(appointment.startsAt, zone);
  const ends = sql`${local} + ${appointment.duration} * interval '1 minute'`;
  return [
    duration === undefined ? undefined : gte(appointment.duration, duration),
    earliest === undefined ? undefined : sql`(${local})::time >= ${earliest}::time`,
    earliest === undefined && latest === undefined
      ? undefined
      : sql`${ends} <= date_trunc('day', ${local}) + ${latest ?? "24:00"}::interval`,
  ];
}

/** GET /availability: open slots of active providers who are not hidden, or what is left of their hours, by time (decisions §5). */
export const listAvailability = defineQuery({
  path: "/availability",
  embed: "offered",
  summary: "List open slots of active providers that are not hidden, or the gaps in their hours",
  description: "The token of a view `booking` reads only the slots that its view offers.",
  permission: "availability:read",
  patientData: false,
  atOnce: true,
  looksUp: ({ method }) => method === "gaps",
  readsMore: ({ method }) => method === "gaps",
  reads: [appointment, provider, linkedAccount, visitType],
  query: availabilityQuery,
  body: z.object({ availability: z.array(availabilityModel), ...syncWarnings, ...furtherPages }),
  async read({ tx, linkedAccountId, embed, query }) {
    // A gap ends where another patient's visit begins.
    if (embed?.offer && query.method === "gaps") throw invalid(problem("method", "must be slots in a view that books"));
    const zone = zoneOf(linkedAccountId);
    const incomplete = firstSyncWarnings(tx, linkedAccountId);
    if (query.method === "gaps") {
      const before = await incomplete;
      const { availability, warnings: own, more } = await readGaps(tx, linkedAccountId, query);
      const warnings = [...before, ...own];
      return { availability, ...(warnings.length > 0 && { warnings }), ...more };
    }
    const offered = and(
      eq(appointment.linkedAccountId, linkedAccountId),
      eq(appointment.category, "schedule_slot"),
      offeredProviders(linkedAccountId, query),
      ofOffer(tx, linkedAccountId, embed?.offer),
      fromDay(appointment.startsAt, query.start_date, zone),
      throughDay(appointment.startsAt, query.end_date, zone),
      query.location_ids ? inArray(appointment.locationId, query.location_ids) : undefined,
      ...fitting(query, zone),
      query.location_id ? eq(appointment.locationId, query.location_id) : undefined,
      query.appointment_type
        ? sql`lower(${appointment.appointmentType}) = lower(${query.appointment_type})`
        : undefined,
    );
    const ofSlot = and(eq(provider.linkedAccountId, linkedAccountId), eq(provider.ehrId, appointment.providerEhrId));
    const extent = extentOf(query);
    const { limit, offset } = extent;
    const counted =
      offset === null
        ? null
        : tx.select({ total: count() }).from(appointment).innerJoin(provider, ofSlot).where(offered).execute();
    const found = await tx
      .select({
        slot: {
          id: appointment.id,
          emrAppointmentId: appointment.emrAppointmentId,
          startsAt: momentText(appointment.startsAt),
          duration: appointment.duration,
          appointmentType: appointment.appointmentType,
          locationId: appointment.locationId,
        },
        local: localTime(appointment.startsAt, zone),
        provider: {
          id: provider.id,
          ehrId: provider.ehrId,
          firstName: provider.firstName,
          lastName: provider.lastName,
        },
        position: order.position,
      })
      .from(appointment)
      .innerJoin(provider, ofSlot)
      .where(and(offered, order.after(query.cursor)))
      .orderBy(order.orderBy)
      .limit(offset === null ? limit + 1 : limit)
      .offset(offset ?? 0);
    const { page, ...more } = toPage(found, extent, (await counted)?.[0]?.total);
    const availability = page.map(({ slot, local, provider: offering }) => ({
      id: slot.id,
      slot_id: slot.id,
      emr_appointment_id: slot.emrAppointmentId,
      datetime: withOffset(local, slot.startsAt),
      duration: slot.duration,
      appointment_type: slot.appointmentType ?? "",
      location_id: slot.locationId,
      provider_id: offering.id,
      provider_ehr_id: offering.ehrId,
      provider_name: `${offering.firstName} ${offering.lastName}`,
    }));
    const warnings = await incomplete;
    return { availability, ...(warnings.length > 0 ? { warnings } : {}), ...more };
  },
});
