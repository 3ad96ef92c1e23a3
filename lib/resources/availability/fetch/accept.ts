import type { Accept } from "#lib/definitions/acceptance";
import { acceptLiveDays } from "#lib/resources/appointments/accept-live-days";
import type { fetchAvailability } from "./definition.ts";

export const acceptAvailabilityFetch: Accept<typeof fetchAvailability> = acceptLiveDays;
