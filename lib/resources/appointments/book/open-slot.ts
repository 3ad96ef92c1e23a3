import { and, eq } from "drizzle-orm";
import type { Transaction } from "#lib/db/tenant";
import { DomainError, invalid } from "#lib/kernel/domain-error";
import { fieldErrors, problem } from "#lib/kernel/field-error";
import { parseId } from "#lib/kernel/id";
import { appointment } from "#lib/resources/appointments/table";
import { endOf, type TakenTime } from "#lib/resources/appointments/taken-times";

const MINUTE_MS = 60_000;

/** An open slot that a booking names. */
interface Slot extends TakenTime {
  providerEhrId: string;
  locationId: string;
  /** The name of the only visit type that may be booked; null for any. */
  appointmentType: string | null;
}

/** Returns the open slot with an id of ours; null if it is not open any more. */
export async function openSlot(tx: Transaction, linkedAccountId: string, slotId: string): Promise<Slot | null> {
  const id = parseId(slotId);
  if (!id) return null;
  const { providerEhrId, locationId, appointmentType, startsAt, duration } = appointment;
  const [found] = await tx
    .select({ providerEhrId, locationId, appointmentType, startsAt, duration })
    .from(appointment)
    .where(
      and(
        eq(appointment.linkedAccountId, linkedAccountId),
        eq(appointment.id, id),
        eq(appointment.category, "schedule_slot"),
      ),
    );
  return found ?? null;
}

/** Returns the refusal of a slot that is taken or gone, with the times that are taken as far as they are known: none. */
export function slotIsGone(): DomainError {
  const found = problem("slot_id", "is no open slot: it is taken, or gone from the schedule");
  return new DomainError("conflict", `${found.sentence}; nothing was saved`, {
    errors: fieldErrors([found]),
    details: { overlaps: [] },
  });
}

/** Returns the minutes from a moment to the end of a slot. */
export const minutesLeft = (slot: Slot, from: Date): number =>
  Math.round((endOf(slot).getTime() - from.getTime()) / MINUTE_MS);

interface Asked {
  provider_ehr_id?: string | undefined;
  location_id?: string | undefined;
  duration?: number | undefined;
  startsAt: Date;
  visitType: string;
}

/** Throws `invalid` for what a booking says otherwise than the slot that it names. */
export function requireWithin(slot: Slot, { startsAt, visitType, duration, ...asked }: Asked): void {
  const isOther = (value: string | undefined, own: string | null) =>
    value !== undefined && own !== null && value !== own;
  const wrong: [is: boolean, field: string, message: string][] = [
    [isOther(asked.provider_ehr_id, slot.providerEhrId), "provider_ehr_id", "is another provider than the slot's"],
    [isOther(asked.location_id, slot.locationId), "location_id", "is another location than the slot's"],
    [isOther(visitType, slot.appointmentType), "appointment_type", "is another visit type than the slot's"],
    [startsAt < slot.startsAt || startsAt >= endOf(slot), "datetime", "is not within the slot"],
    [(duration ?? 0) > minutesLeft(slot, startsAt), "duration", "leads beyond the end of the slot"],
  ];
  const [, field = "", message = ""] = wrong.find(([is]) => is) ?? [];
  if (field !== "") throw invalid(problem(field, message));
}
