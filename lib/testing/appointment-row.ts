import { newId } from "#lib/kernel/id";
import type { appointment } from "#lib/resources/appointments/table";
import type { TestAccount } from "./linked-account.ts";

type Row = typeof appointment.$inferInsert;

/** Returns a schedule row of the practice of `openClinic`: 20 minutes with its first provider at its first location. */
export const appointmentRow = (
  { tenant }: TestAccount,
  given: Pick<Row, "emrAppointmentId" | "category" | "startsAt"> & Partial<Row>,
): Row => ({
  id: newId(),
  ...tenant,
  duration: 20,
  locationId: "LOC-1",
  providerEhrId: "101",
  insurances: [],
  diagnoses: [],
  medications: [],
  emrCreatedAt: new Date("2026-01-05T08:00:00Z"),
  ...given,
});
