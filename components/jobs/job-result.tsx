"use client";

import dynamic from "next/dynamic";
import { type ComponentType, createElement } from "react";
import { Skeleton } from "#components/ui/skeleton";
import { useOperation } from "#lib/browser/session/account";
import type { ResultView } from "#lib/definitions/operation";
import type { JobDetailModel } from "#lib/job-record/model";
import { JobFields } from "./job-fields.tsx";
import { words } from "./words.ts";

interface ResultProps {
  jobId: number;
  result: Record<string, unknown>;
  /** The job's request. */
  request: Record<string, unknown>;
}

/** Shown while a view loads; without it, the whole panel would be hidden and would take the focus when it returns. */
const loading = () => <Skeleton className="h-24 w-full" />;

/** Results with a special view. */
const VIEWS: Record<ResultView, ComponentType<ResultProps>> = {
  balance: dynamic(() => import("./balance-result.tsx").then((module) => module.BalanceResult), { loading }),
  catalog: dynamic(() => import("./catalog-result.tsx").then((module) => module.CatalogResult), { loading }),
  claims: dynamic(() => import("./claims-result.tsx").then((module) => module.ClaimsResult), { loading }),
  questionnaire: dynamic(() => import("./questionnaire-result.tsx").then((module) => module.QuestionnaireResult), {
    loading,
  }),
  "settings-sync": dynamic(() => import("./sync-result.tsx").then((module) => module.SyncResult), { loading }),
  "visit-move": dynamic(() => import("./visit-move-result.tsx").then((module) => module.VisitMoveResult), { loading }),
};

/** Views that show the fields of the event's `data` themselves; the others add to them. */
const WHOLE: ReadonlySet<ResultView> = new Set(["catalog", "claims", "settings-sync"]);

/** Shows a completed job's result in the view of its definition; renders nothing for a definition without one. */
export function JobResult({ job: { job_id: jobId, type, request, result } }: { job: JobDetailModel }) {
  const view = useOperation(type)?.resultView;
  if (!result || !view) return null;
  return (
    <section aria-label={words.result} data-held-list="" className="empty:hidden">
      {WHOLE.has(view) ? <h3 className="mb-2 text-xs font-medium text-muted">{words.result}</h3> : null}
      {createElement(VIEWS[view], { jobId, result, request })}
    </section>
  );
}

/** Shows field by field the result of a job without a view: the `data` of its event (interface section 6). */
export function JobFieldResult({ job: { type, result } }: { job: JobDetailModel }) {
  const view = useOperation(type)?.resultView;
  if (!result || (view && WHOLE.has(view))) return null;
  return (
    <section aria-label={words.response}>
      <h3 className="mb-2 text-xs font-medium text-muted">{words.response}</h3>
      <JobFields type={type} record={result} />
    </section>
  );
}
