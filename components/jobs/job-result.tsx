"use client";

import dynamic from "next/dynamic";
import { type ComponentType, createElement } from "react";
import { useOperation } from "#lib/browser/session/account";
import type { ResultView } from "#lib/definitions/operation";
import type { JobDetailModel } from "#lib/jobs/record/model";

interface ResultProps {
  result: Record<string, unknown>;
  /** The job's request. */
  request: Record<string, unknown>;
}

const JobFields = dynamic(() => import("./job-fields.tsx").then((module) => module.JobFields));

/** Results with a special view instead of a list of fields. */
const VIEWS: Record<ResultView, ComponentType<ResultProps>> = {
  catalog: dynamic(() => import("./catalog-result.tsx").then((module) => module.CatalogResult)),
  claims: dynamic(() => import("./claims-result.tsx").then((module) => module.ClaimsResult)),
  "settings-sync": dynamic(() => import("./sync-result.tsx").then((module) => module.SyncResult)),
};

/** Shows a completed job's result: the `data` of its event (interface section 6), in the view of its definition. */
export function JobResult({ job: { type, request, result } }: { job: JobDetailModel }) {
  const view = useOperation(type)?.resultView;
  if (!result) return null;
  return (
    <section aria-label="What came back">
      <h3 className="mb-2 text-xs font-medium text-muted">What came back</h3>
      {view ? createElement(VIEWS[view], { result, request }) : <JobFields type={type} record={result} />}
    </section>
  );
}
