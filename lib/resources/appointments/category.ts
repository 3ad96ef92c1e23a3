/**
 * The categories of a schedule record (interface 2.10). In a file apart from the schemas, so that pages need not load
 * them.
 */
export const APPOINTMENT_CATEGORIES = ["appointment", "schedule_slot", "schedule_block"] as const;

export type AppointmentCategory = (typeof APPOINTMENT_CATEGORIES)[number];
