import type { AppointmentModel } from "#lib/resources/appointments/model";

/** Whose visits a person's desk has; a list without entries leaves none out. */
export interface Desk {
  /** Names of locations. */
  locations: readonly string[];
  /** Ids of providers in the EMR. */
  providers: readonly string[];
}

export const EVERYBODY: Desk = { locations: [], providers: [] };

const texts = (given: unknown): string[] =>
  Array.isArray(given) ? given.filter((each): each is string => typeof each === "string") : [];

/** Returns the desk that a stored text says; everybody's for another text. */
export function deskOf(stored: string | null): Desk {
  try {
    const { locations, providers } = JSON.parse(stored ?? "{}");
    return { locations: texts(locations), providers: texts(providers) };
  } catch {
    return EVERYBODY;
  }
}

const admits = (chosen: readonly string[], given: string): boolean => chosen.length === 0 || chosen.includes(given);

/** Returns whether a desk has a visit: it takes place at one of its locations, with one of its providers. */
export const isAt = (
  { locations, providers }: Desk,
  visit: Pick<AppointmentModel, "location" | "provider_ehr_id">,
): boolean => admits(locations, visit.location) && admits(providers, visit.provider_ehr_id);
