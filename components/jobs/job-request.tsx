"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "#components/ui/skeleton";
import { useOperation } from "#lib/browser/session/account";
import type { JobDetailModel } from "#lib/jobs/record/model";
import { targetRecords } from "./job-target.ts";

/** Loads the forms' definitions, which the rest of the panel does not need. */
const JobFields = dynamic(() => import("./job-fields.tsx").then((module) => module.JobFields), {
  loading: () => <Skeleton className="h-24 w-full" />,
});

type JobRequestProps = Pick<JobDetailModel, "type" | "request" | "identifiers">;

/** Shows the request and its target record. The patient is already shown above. */
export function JobRequest({ type, request, identifiers }: JobRequestProps) {
  const operation = useOperation(type);
  const { patient_mrn: _, ...body } = request;
  const sent = { ...(operation && targetRecords(operation.path, identifiers)), ...body };
  if (Object.keys(sent).length === 0) return null;
  return (
    <section aria-label="What was sent">
      <h3 className="mb-2 text-xs font-medium text-muted">What was sent</h3>
      <JobFields type={type} record={sent} />
    </section>
  );
}
