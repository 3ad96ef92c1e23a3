import { shownDays } from "#lib/resources/appointments/shown-days";

export const shownAvailabilityFetch = shownDays("The open times");
