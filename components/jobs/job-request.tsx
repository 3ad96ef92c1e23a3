"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "#components/ui/skeleton";
import { useOperation } from "#lib/browser/session/account";
import type { JobDetailModel } from "#lib/jobs/record/model";
import { targetRecords } from "./job-target.ts";

/** Brings the forms' definitions along, which a panel can be looked at without. */
const JobFields = dynamic(() => import("./job-fields.tsx").then((module) => module.JobFields), {
  loading: () => <Skeleton className="h-24 w-full" />,
});

type JobRequestProps = Pick<JobDetailModel, "type" | "request" | "identifiers">;

/** What was sent to the EMR, in words, and about which record; the patient stands above it already. */
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
