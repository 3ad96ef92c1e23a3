"use client";

import { useListFilters } from "#lib/browser/page/list-filters";
import { PatientPicker } from "./patient-picker.tsx";

const FILTERS = ["patient_mrn"] as const;

/** Narrows the list of its page to one patient, whose MRN stands in the address as `patient_mrn`. */
export function PatientFilter() {
  const { filters, change } = useListFilters(FILTERS);
  return (
    <div className="w-56 max-sm:w-full">
      <PatientPicker
        label="Patient"
        hideLabel
        value={filters.patient_mrn}
        onChange={(patient_mrn) => change({ patient_mrn })}
      />
    </div>
  );
}
