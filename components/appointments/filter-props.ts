import type { AppointmentFilters } from "#components/appointments/filters/filters.ts";
import type { StatusWords } from "#components/appointments/status/use-status-words.ts";
import type { AppointmentModel } from "#lib/resources/appointments/model";

export interface AppointmentFilterProps {
  filters: AppointmentFilters;
  filtered: boolean;
  /** The table has its own days and provider; the calendar's stand in its own bar. */
  isTable: boolean;
  /** The days that the table shows, YYYY-MM-DD. */
  from: string;
  until: string;
  statuses: StatusWords;
  /** What is listed now: the modes to choose from are those that were seen. */
  records: readonly AppointmentModel[];
  onChange: (changed: Partial<AppointmentFilters>) => void;
  onClear: () => void;
}

/** The part that the filters behind "More filters" need. */
export type MoreFilterProps = Pick<AppointmentFilterProps, "filters" | "isTable" | "statuses" | "records" | "onChange">;
