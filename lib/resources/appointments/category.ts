/** What a record of the schedule is (interface 2.10). Apart from its shape, so that a page need not load the schemas for it. */
export const APPOINTMENT_CATEGORIES = ["appointment", "schedule_slot", "schedule_block"] as const;

export type AppointmentCategory = (typeof APPOINTMENT_CATEGORIES)[number];
