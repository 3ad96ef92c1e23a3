import type { StatusWords } from "#components/appointments/status/use-status-words.ts";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import type { AppointmentFilters } from "./filters.ts";

export interface AppointmentFilterProps {
  filters: AppointmentFilters;
  filtered: boolean;
  /** True for the table, which has its own days and provider; the calendar has them in its own bar. */
  isTable: boolean;
  /** First day of the table, YYYY-MM-DD. */
  from: string;
  until: string;
  statuses: StatusWords;
  /** The listed records, whose modes are the filter's options. */
  records: readonly AppointmentModel[];
  onChange: (changed: Partial<AppointmentFilters>) => void;
  onClear: () => void;
}

/** The props of the less common filters. */
export type MoreFilterProps = Pick<AppointmentFilterProps, "filters" | "isTable" | "statuses" | "records" | "onChange">;
