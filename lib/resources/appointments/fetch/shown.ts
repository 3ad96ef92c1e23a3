import { shownDays } from "#lib/resources/appointments/shown-days";

export const shownAppointmentsFetch = shownDays("The appointments");
