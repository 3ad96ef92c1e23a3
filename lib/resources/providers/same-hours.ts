import type { ProviderHours } from "./model.ts";

/** Returns the shifts as one text, whatever their order and that of their fields. A facility's name follows its id. */
const textOf = (hours: readonly ProviderHours[]): string =>
  JSON.stringify(
    hours
      .map(({ day, start_time, end_time, facility_id, start_date, end_date }) =>
        JSON.stringify([day, start_time, end_time, facility_id, start_date, end_date]),
      )
      .sort(),
  );

/** Returns whether two working weeks have the same shifts. Browser-safe. */
export const sameHours = (one: readonly ProviderHours[], other: readonly ProviderHours[]): boolean =>
  textOf(one) === textOf(other);
