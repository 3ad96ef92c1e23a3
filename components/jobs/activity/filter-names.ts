import type { JobFilters } from "#lib/browser/api/jobs";

/** Activity's filters in the URL; "" for none. */
export interface ActivityFilters {
  q: string;
  type: string;
  status: string;
  patient: string;
  ambiguous: string;
  by: string;
}

export const NO_FILTERS: ActivityFilters = { q: "", type: "", status: "", patient: "", ambiguous: "", by: "" };

/** The filters' names in GET /jobs. */
const NAMES = {
  q: "query",
  type: "type",
  status: "status",
  patient: "patient_mrn",
  ambiguous: "ambiguous",
  by: "actor",
} as const satisfies Record<keyof ActivityFilters, keyof JobFilters>;

const entries = Object.entries(NAMES) as [keyof ActivityFilters, keyof JobFilters][];

/** Converts the URL's filters to those of GET /jobs and of saved views. */
export const toJobFilters = (filters: ActivityFilters): JobFilters =>
  Object.fromEntries(entries.flatMap(([name, parameter]) => (filters[name] ? [[parameter, filters[name]]] : [])));

/** Converts a saved view's filters to those of the URL. */
export const fromJobFilters = (filters: JobFilters): ActivityFilters => ({
  ...NO_FILTERS,
  ...Object.fromEntries(entries.map(([name, parameter]) => [name, filters[parameter] ?? ""])),
});
