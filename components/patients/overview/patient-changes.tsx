"use client";

import { useId } from "react";
import { PastChanges } from "#components/changes/past-changes";
import { words } from "#components/changes/words.ts";

/** Shows what has changed of a patient and of the records that name them, newest first. */
export function PatientChanges({ mrn }: { mrn: string }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="overflow-hidden rounded-lg border border-line bg-surface">
      <h2 id={id} className="border-b border-line px-4 py-2.5 font-semibold">
        {words.whatChanged}
      </h2>
      <div className="px-4 py-1.5">
        <PastChanges of={{ patient_mrn: mrn }} />
      </div>
    </section>
  );
}
