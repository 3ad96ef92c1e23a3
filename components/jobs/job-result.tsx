"use client";

import dynamic from "next/dynamic";
import type { CompletedDataOf } from "#lib/definitions/operation";
import type { JobDetailModel } from "#lib/jobs/record/model";
import type { fetchClaims } from "#lib/resources/claims/fetch/definition";
import type { fetchOrgSettings } from "#lib/resources/settings/fetch/definition";
import type { CatalogPage } from "./use-catalog-search.tsx";

const JobFields = dynamic(() => import("./job-fields.tsx").then((module) => module.JobFields));
const ClaimsResult = dynamic(() => import("./claims-result.tsx").then((module) => module.ClaimsResult));
const SyncResult = dynamic(() => import("./sync-result.tsx").then((module) => module.SyncResult));
const CatalogResult = dynamic(() => import("./catalog-result.tsx").then((module) => module.CatalogResult));

function Drawn({ job, result }: { job: JobDetailModel; result: Record<string, unknown> }) {
  switch (job.type) {
    case "claims:fetch":
      return <ClaimsResult {...(result as CompletedDataOf<typeof fetchClaims>)} />;
    case "org-settings:fetch":
      return <SyncResult summary={(result as CompletedDataOf<typeof fetchOrgSettings>).summary} />;
    case "order-catalog:fetch":
      return <CatalogResult result={result as CatalogPage} request={job.request} />;
    default:
      return <JobFields type={job.type} record={result} />;
  }
}

/** What a completed job brought: the `data` of its event (interface section 6), drawn as its operation asks for. */
export function JobResult({ job }: { job: JobDetailModel }) {
  if (!job.result) return null;
  return (
    <section aria-label="What came back">
      <h3 className="mb-2 text-xs font-medium text-muted">What came back</h3>
      <Drawn job={job} result={job.result} />
    </section>
  );
}
