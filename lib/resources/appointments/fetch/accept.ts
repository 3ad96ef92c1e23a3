import type { Accept } from "#lib/definitions/acceptance";
import { acceptLiveDays } from "#lib/resources/appointments/accept-live-days";
import type { fetchAppointments } from "./definition.ts";

export const acceptAppointmentsFetch: Accept<typeof fetchAppointments> = acceptLiveDays;
