import { and, eq } from "drizzle-orm";
import type { Transaction } from "#lib/db/tenant";
import type { InputOf } from "#lib/definitions/operation";
import { presentMs } from "#lib/kernel/clock";
import { invalid, notFoundBy } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { parseId } from "#lib/kernel/id";
import { momentOf } from "#lib/kernel/moments";
import type { BookingOffer } from "#lib/kernel/principal";
import { appointment } from "#lib/resources/appointments/table";
import { ofOffer } from "#lib/resources/availability/of-offer";
import { offeredProviders } from "#lib/resources/availability/offered-providers";
import { provider } from "#lib/resources/providers/table";
import { ofOfferedTypes } from "#lib/resources/visit-types/offered-types";
import { visitType } from "#lib/resources/visit-types/table";
import type { bookAppointment } from "./definition.ts";

interface Asked {
  linkedAccountId: string;
  input: InputOf<typeof bookAppointment>;
  offer: BookingOffer;
  /** The account's. */
  timezone: string;
}

/** What only the clinic's own people and back ends decide: how long a visit is, who else is there, and what is noted of it. */
const OF_THE_CLINIC = ["duration", "secondary_provider_ehr_id", "note", "appointment_mode"] as const;

/** Returns the visit types that a view offers, by the condition of its list. */
const offeredTypes = (tx: Transaction, { linkedAccountId, offer }: Asked) =>
  tx
    .select({ id: visitType.id, name: visitType.name, duration: visitType.duration })
    .from(visitType)
    .where(and(eq(visitType.linkedAccountId, linkedAccountId), ofOfferedTypes(offer)));

/** Returns the open slot with an id that GET /availability shows to the view; undefined if there is none. */
async function offeredSlot(tx: Transaction, { linkedAccountId, offer }: Asked, slotId: string) {
  const id = parseId(slotId);
  if (!id) return undefined;
  const { startsAt, duration, locationId, providerEhrId, appointmentType } = appointment;
  const [found] = await tx
    .select({ startsAt, duration, locationId, providerEhrId, appointmentType })
    .from(appointment)
    .innerJoin(provider, eq(provider.ehrId, providerEhrId))
    .where(
      and(
        eq(appointment.linkedAccountId, linkedAccountId),
        eq(appointment.id, id),
        eq(appointment.category, "schedule_slot"),
        offeredProviders(linkedAccountId),
        ofOffer(tx, linkedAccountId, offer),
      ),
    );
  return found;
}

/**
 * Returns how long a visit of a type is in a slot: as long as the slot that is for this type alone, else as the type's own length, for
 * which a slot for any visit must have room. Null where the slot is not for it.
 */
function minutesIn(
  slot: { appointmentType: string | null; duration: number },
  type: { name: string; duration: number },
): number | null {
  if (slot.appointmentType)
    return slot.appointmentType.toLowerCase() === type.name.toLowerCase() ? slot.duration : null;
  return type.duration <= slot.duration ? type.duration || slot.duration : null;
}

/**
 * Keeps a request to what a view `booking` offers (decisions §9): one of the open slots that its token may read, with room for the visit and
 * still to come, for one of its visit types. Returns how long the visit is, in minutes. Throws `invalid` for what is the clinic's to decide, and `not_found` for any other slot, as if there
 * were none.
 */
export async function requireOffered(tx: Transaction, asked: Asked): Promise<number> {
  const { input, timezone } = asked;
  const given = OF_THE_CLINIC.filter((field) => input[field] !== undefined);
  if (given.length > 0) throw invalid(given.map((field) => problem(field, "is not taken from a view that books")));
  if (input.slot_id === undefined) throw invalid(problem("slot_id", "is required", "Missing required field: slot_id"));
  const named = input.appointment_type.toLowerCase();
  const types = await offeredTypes(tx, asked);
  const type = types.find(({ id, name }) => id === input.appointment_type || name.toLowerCase() === named);
  if (!type) throw invalid(problem("appointment_type", "must be a visit type that this view offers"));
  const slot = await offeredSlot(tx, asked, input.slot_id);
  const { datetime, provider_ehr_id: provider, location_id: location } = input;
  const isSame =
    slot !== undefined &&
    (datetime === undefined || slot.startsAt.getTime() === Date.parse(momentOf(datetime, timezone) ?? "")) &&
    (provider === undefined || slot.providerEhrId === provider) &&
    (location === undefined || slot.locationId === location);
  const minutes = isSame ? minutesIn(slot, type) : null;
  if (minutes === null || (slot?.startsAt.getTime() ?? 0) <= presentMs()) {
    throw notFoundBy("slot_id", "Open slot with this slot_id, time, provider, location and visit type");
  }
  return minutes;
}
