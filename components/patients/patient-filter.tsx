"use client";

import { useEffect, useEffectEvent } from "react";
import type { ComboEntered } from "#components/ui/combo-box";
import { ComboStandIn } from "#components/ui/combo-stand-in";
import { enteredCode, useLoadedOnEntry } from "#components/ui/loaded-on-entry.ts";
import { useListFilters } from "#lib/browser/page/list-filters";
import { filterWords as words } from "./filter-words.ts";
import type { PatientPicker } from "./patient-picker.tsx";

const PICKER = enteredCode(async () => (await import("./patient-picker.tsx")).PatientPicker);

const FILTERS = ["patient_mrn"] as const;

/** Filters the page's list by a patient; the MRN is kept in the URL as `patient_mrn`. The picker loads on intent. */
export function PatientFilter() {
  const { filters, change } = useListFilters(FILTERS);
  const { Control, entered, enter, leave, show } = useLoadedOnEntry<typeof PatientPicker, ComboEntered>(PICKER);
  const { patient_mrn: mrn } = filters;

  // The picker knows the patient's name.
  const showPatient = useEffectEvent(show);
  useEffect(() => {
    if (mrn !== "") showPatient();
  }, [mrn]);

  return (
    <div className="w-56 @max-md:w-full">
      {Control ? (
        <Control
          label={words.patient}
          hideLabel
          entered={entered}
          value={mrn}
          onChange={(patient_mrn) => change({ patient_mrn })}
        />
      ) : (
        <ComboStandIn
          label={words.patient}
          placeholder={words.anyPatient}
          value={mrn}
          onEnter={enter}
          onLeave={leave}
        />
      )}
    </div>
  );
}
