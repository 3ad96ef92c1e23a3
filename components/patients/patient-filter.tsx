"use client";

import { useListFilters } from "#lib/browser/page/list-filters";
import { PatientPicker } from "./patient-picker.tsx";
import { words } from "./words.ts";

const FILTERS = ["patient_mrn"] as const;

/** Filters the page's list by a patient; the MRN is kept in the URL as `patient_mrn`. */
export function PatientFilter() {
  const { filters, change } = useListFilters(FILTERS);
  return (
    <div className="w-56 max-sm:w-full">
      <PatientPicker
        label={words.patient}
        hideLabel
        value={filters.patient_mrn}
        onChange={(patient_mrn) => change({ patient_mrn })}
      />
    </div>
  );
}
