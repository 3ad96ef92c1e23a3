"use client";

import { ChevronRight } from "lucide-react";
import dynamic from "next/dynamic";
import { type RefObject, useEffect } from "react";
import { CopyButton } from "#components/ui/copy-button";
import { loadAhead } from "#lib/browser/forms/lazy-resolver";
import { type OperationSummary, useOperation } from "#lib/browser/session/account";
import type { JobDetailModel, JobStanding } from "#lib/job-record/model";
import { curlFor } from "./curl.ts";
import { JobAttempts } from "./job-attempts.tsx";
import { JobDeliveries } from "./job-deliveries.tsx";
import { loadJobFields } from "./job-fields.tsx";
import { JobGuarantee } from "./job-guarantee.tsx";
import { JobRequest } from "./job-request.tsx";
import { JobFieldResult } from "./job-result.tsx";
import type { JobStory } from "./job-story.ts";
import { targetOf } from "./job-target.ts";
import { nextAttemptOf } from "./next-attempt.ts";
import { words } from "./words.ts";

const JobFurtherData = dynamic(() => import("./job-further-data.tsx").then((module) => module.JobFurtherData), {
  ssr: false,
  // Room below the deliveries, so that they come into sight when they are asked for.
  loading: () => <div className="h-96" />,
});

function CopyCurl({ job, operation }: { job: JobDetailModel; operation: OperationSummary }) {
  const { method, path } = operation;
  const target = targetOf(path, job.identifiers);
  const address = path.replaceAll(/\{(\w+)\}/g, (whole, parameter: string) => target[parameter] ?? whole);
  return (
    <div data-held-list="">
      <CopyButton
        label={words.copyAsCurl}
        text={() => curlFor(method, `${window.location.origin}/v1${address}`, job.request)}
      />
    </div>
  );
}

interface TechnicalDetailsProps {
  job: JobDetailModel;
  standing: JobStanding;
  story: JobStory;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  /** The part with the webhook deliveries. */
  deliveries: RefObject<HTMLDivElement | null>;
}

/** Shows a job's request, answer, attempts and webhooks, to find the cause of a problem. Loads nothing while it is closed. */
export function TechnicalDetails({ job, standing, story, isOpen, onToggle, deliveries }: TechnicalDetailsProps) {
  const operation = useOperation(job.type);
  // With the job itself: fields that arrive later would move what is below them under the pointer.
  useEffect(() => {
    if (isOpen) loadAhead(loadJobFields);
  }, [isOpen]);
  return (
    <details
      open={isOpen}
      onToggle={(event) => onToggle(event.currentTarget.open)}
      className="group border-t border-line pt-3"
    >
      <summary
        data-held-list=""
        className="flex w-fit list-none items-center gap-2 rounded-sm font-medium text-muted hover:text-fg"
      >
        <ChevronRight aria-hidden className="size-4 group-open:rotate-90 motion-safe:transition-transform" />
        {words.technicalDetails}
      </summary>
      {isOpen ? (
        <div className="mt-4 flex flex-col gap-6">
          <JobRequest type={job.type} request={job.request} identifiers={job.identifiers} />
          {standing.state === "completed" && job.status === "completed" ? <JobFieldResult job={job} /> : null}
          <JobGuarantee attempts={story.attempts} />
          <JobAttempts
            attempts={story.attempts}
            nextAt={nextAttemptOf(job)}
            hasNoOutcome={standing.state === "cancelled" || standing.needs_person}
          />
          <div ref={deliveries} tabIndex={-1} data-held-list="" className="scroll-mt-4 outline-none">
            <JobDeliveries deliveries={story.deliveries} />
          </div>
          {job.forgotten_at === null && operation ? <CopyCurl job={job} operation={operation} /> : null}
          <JobFurtherData job={job} envelope={story.envelope} />
        </div>
      ) : null}
    </details>
  );
}
