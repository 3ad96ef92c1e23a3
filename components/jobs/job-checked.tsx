"use client";

import { shownOf } from "#lib/catalog/shown";
import type { JobDetailModel } from "#lib/job-record/model";
import { JobFields } from "./job-fields.tsx";
import { words } from "./words.ts";

/** Fields that are not part of what is asked for, or stand in the panel already. */
const ELSEWHERE = new Set(["patient_mrn", "callback_urls"]);

/** Shows what a person checks of a job: to whom, what changed, by which method, due when, as its operation defines it. */
export function JobChecked({ job: { type, request } }: { job: JobDetailModel }) {
  const checked = shownOf(type)?.checked;
  if (checked === undefined) return null;
  const fields = Object.entries(request).filter(([name, value]) => {
    const isChecked = checked === "all" ? !ELSEWHERE.has(name) : checked.includes(name);
    return isChecked && value !== null && value !== "";
  });
  if (fields.length === 0) return null;
  return (
    <section aria-label={words.checked}>
      <JobFields type={type} record={Object.fromEntries(fields)} />
    </section>
  );
}
