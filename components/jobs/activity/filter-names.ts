import type { JobFilters } from "#lib/browser/api/jobs";

/** Activity's filters as they stand in the address; "" where there is none. */
export interface ActivityFilters {
  q: string;
  type: string;
  status: string;
  patient: string;
  ambiguous: string;
  by: string;
}

export const NO_FILTERS: ActivityFilters = { q: "", type: "", status: "", patient: "", ambiguous: "", by: "" };

/** What GET /jobs calls each of them. */
const NAMES = {
  q: "query",
  type: "type",
  status: "status",
  patient: "patient_mrn",
  ambiguous: "ambiguous",
  by: "actor",
} as const satisfies Record<keyof ActivityFilters, keyof JobFilters>;

const entries = Object.entries(NAMES) as [keyof ActivityFilters, keyof JobFilters][];

/** The filters of the address as GET /jobs and a saved view have them. */
export const toJobFilters = (filters: ActivityFilters): JobFilters =>
  Object.fromEntries(entries.flatMap(([name, parameter]) => (filters[name] ? [[parameter, filters[name]]] : [])));

/** The other way round: what a saved view puts into the address. */
export const fromJobFilters = (filters: JobFilters): ActivityFilters => ({
  ...NO_FILTERS,
  ...Object.fromEntries(entries.map(([name, parameter]) => [name, filters[parameter] ?? ""])),
});

/** Whether two sets of filters show the same list. */
export const sameFilters = (one: JobFilters, other: JobFilters): boolean =>
  entries.every(([, parameter]) => (one[parameter] ?? "") === (other[parameter] ?? ""));
