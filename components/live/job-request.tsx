"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "#components/ui/skeleton";

/** Brings the forms' definitions along, which a panel can be looked at without. */
const JobFields = dynamic(() => import("./job-fields.tsx").then((module) => module.JobFields), {
  loading: () => <Skeleton className="h-24 w-full" />,
});

/** What was sent to the EMR, in words; the patient stands above it already. */
export function JobRequest({ type, request }: { type: string; request: Record<string, unknown> }) {
  const { patient_mrn: _, ...sent } = request;
  if (Object.keys(sent).length === 0) return null;
  return (
    <section aria-label="What was sent">
      <h3 className="mb-2 text-xs font-medium text-muted">What was sent</h3>
      <JobFields type={type} record={sent} />
    </section>
  );
}
