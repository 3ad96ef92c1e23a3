"use client";

import { useOperation } from "#lib/browser/session/account";
import type { JobDetailModel } from "#lib/job-record/model";
import { JobFields } from "./job-fields.tsx";
import { targetRecords } from "./job-target.ts";
import { words } from "./words.ts";

type JobRequestProps = Pick<JobDetailModel, "type" | "request" | "identifiers">;

/** Shows the request and its target record. The patient is already shown above. */
export function JobRequest({ type, request, identifiers }: JobRequestProps) {
  const operation = useOperation(type);
  const { patient_mrn: _, ...body } = request;
  const sent = { ...(operation && targetRecords(operation.path, identifiers)), ...body };
  if (Object.keys(sent).length === 0) return null;
  return (
    <section aria-label={words.request}>
      <h3 className="mb-2 text-xs font-medium text-muted">{words.request}</h3>
      <JobFields type={type} record={sent} />
    </section>
  );
}
