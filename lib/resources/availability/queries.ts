import { and, count, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { linkedAccount } from "#lib/db/schema";
import { fromDay, localTime, throughDay, withOffset, zoneOf } from "#lib/definitions/account-time";
import { firstSyncWarnings, syncWarnings } from "#lib/definitions/first-sync";
import { keyset } from "#lib/definitions/keyset";
import { momentText } from "#lib/definitions/moment-text";
import { extentOf, furtherPages, oneKindOfPage, pageQuery, toPage } from "#lib/definitions/page";
import { defineQuery } from "#lib/definitions/query";
import { calendarDate, inOrder } from "#lib/kernel/fields";
import { parseId } from "#lib/kernel/id";
import { appointment } from "#lib/resources/appointments/table";
import { provider } from "#lib/resources/providers/table";
import { availabilityModel } from "./model.ts";

const MAX_DAYS = 62;
const DAY_MS = 86_400_000;

const order = keyset("asc", appointment.startsAt, appointment.id);
const text = z.string().max(200, "must have at most 200 characters").optional();

const availabilityQuery = z
  .object({
    provider_id: z
      .string()
      .refine((given) => parseId(given) !== null, "must be a valid UUID")
      .transform((given) => parseId(given) ?? "")
      .pipe(z.string())
      .optional()
      .describe("A provider's id here, with or without dashes"),
    provider_ehr_id: text.describe("A provider's id in the EMR"),
    location_id: text.describe("A location's `emr_id`"),
    appointment_type: text.describe("A visit type's name"),
    start_date: calendarDate("any").describe("YYYY-MM-DD, inclusive"),
    end_date: calendarDate("any").describe(`YYYY-MM-DD, inclusive; the range may have at most ${MAX_DAYS} days`),
    ...pageQuery,
  })
  .check(inOrder("start_date", "end_date"), oneKindOfPage)
  .refine(({ start_date, end_date }) => !(Date.parse(end_date) - Date.parse(start_date) >= MAX_DAYS * DAY_MS), {
    path: ["end_date"],
    error: `must be less than ${MAX_DAYS} days after start_date`,
  });

/** GET /availability: open slots of active providers who are not hidden, by time (decisions §5). */
export const listAvailability = defineQuery({
  path: "/availability",
  embed: "open",
  summary: "List open slots of active providers that are not hidden",
  permission: "availability:read",
  patientData: false,
  atOnce: true,
  reads: [appointment, provider, linkedAccount],
  query: availabilityQuery,
  body: z.object({ availability: z.array(availabilityModel), ...syncWarnings, ...furtherPages }),
  async read({ tx, linkedAccountId, query }) {
    const zone = zoneOf(linkedAccountId);
    const incomplete = firstSyncWarnings(tx, linkedAccountId);
    const offered = and(
      eq(appointment.linkedAccountId, linkedAccountId),
      eq(appointment.category, "schedule_slot"),
      eq(provider.status, "active"),
      eq(provider.hideInAvailability, false),
      fromDay(appointment.startsAt, query.start_date, zone),
      throughDay(appointment.startsAt, query.end_date, zone),
      query.provider_id ? eq(provider.id, query.provider_id) : undefined,
      query.provider_ehr_id ? eq(provider.ehrId, query.provider_ehr_id) : undefined,
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
