import { minutesOf } from "#lib/emr/sandbox/seed/clock";
import { randomOf } from "#lib/emr/sandbox/seed/random";

/** Final statuses. */
export const FINAL_STATUSES = ["CMP", "CAN", "NOS", "RSC"] as const;

/** Visits within this time are confirmed more often. */
const SOON_MINUTES = 3 * 24 * 60;
const ARRIVES_BEFORE_MINUTES = 15;

/**
 * Returns an appointment's status at a wall clock of its zone. It follows from the appointment's id and time alone, so
 * every demo has the same.
 */
export function statusAt(
  appointment: { practice: string; id: string; startsAt: string; durationMinutes: number },
  now: string,
): string {
  const random = randomOf(`${appointment.practice}/status/${appointment.id}`);
  const [outcome, confirmation] = [random.next(), random.next()];
  if (outcome < 0.06) return "CAN";
  if (outcome < 0.08) return "RSC";
  const untilStart = minutesOf(appointment.startsAt) - minutesOf(now);
  const missed = outcome < 0.14;
  if (untilStart + appointment.durationMinutes <= 0) return missed ? "NOS" : "CMP";
  if (!missed && untilStart <= 0) return "ROM";
  if (!missed && untilStart <= ARRIVES_BEFORE_MINUTES) return "ARR";
  return confirmation < (untilStart < SOON_MINUTES ? 0.7 : 0.25) ? "CNF" : "SCH";
}
