"use client";

import { SearchX } from "lucide-react";
import { useEffect } from "react";
import { Announcement } from "#components/ui/announcement";
import { Banner } from "#components/ui/banner";
import { ButtonLink } from "#components/ui/button-link";
import { EmptyState } from "#components/ui/empty-state";
import { ErrorState } from "#components/ui/error-state";
import { JobStatus } from "#components/ui/job-status";
import { RelativeTime } from "#components/ui/relative-time";
import { ApiFailure } from "#lib/browser/api/api-failure";
import { loadAhead } from "#lib/browser/forms/lazy-resolver";
import { type JobTypeSummary, useAccountId, useJobType } from "#lib/browser/session/account";
import type { JobDetailModel, JobStanding, JobStatus as Status } from "#lib/jobs/record/model";
import { AnswerAlerts } from "./answer-alerts.tsx";
import { asSentence } from "./field-words.ts";
import { JobActions } from "./job-actions.tsx";
import { JobAttempts } from "./job-attempts.tsx";
import { JobDeliveries } from "./job-deliveries.tsx";
import { loadJobFields } from "./job-fields.tsx";
import { JobGuarantee } from "./job-guarantee.tsx";
import { JobPanelSkeleton } from "./job-panel-skeleton.tsx";
import { JobRaw } from "./job-raw.tsx";
import { JobRequest } from "./job-request.tsx";
import { JobResult } from "./job-result.tsx";
import { JobSteps } from "./job-steps.tsx";
import type { JobStory } from "./job-story.ts";
import { JobWaiting } from "./job-waiting.tsx";
import { JobWarnings } from "./job-warnings.tsx";
import { nextStepWords } from "./next-step-words.ts";
import { PatientName } from "./patient-name.tsx";
import { useJob } from "./use-job.tsx";

type Effect = JobTypeSummary["effect"];

const SPOKEN: Record<Status, string> = {
  queued: "accepted",
  running: "running",
  completed: "completed",
  failed: "failed",
  cancelled: "cancelled",
};

function spokenState({ state, retrying, needs_person: isLeft }: JobStanding): string {
  if (isLeft) return "waits for a person";
  return retrying ? "waits for its next attempt" : SPOKEN[state];
}

function Outcome({ job, state, effect }: { job: JobDetailModel; state: Status; effect: Effect }) {
  // The stream's message arrives before the refreshed record with the outcome.
  if (job.status !== state) return null;
  if (state === "failed" || state === "cancelled") {
    return (
      <Banner
        tone={state === "failed" ? "danger" : "neutral"}
        title={asSentence(job.failure_reason ?? "no reason was given")}
      >
        {job.forgotten_at === null ? nextStepWords(job, state, effect) : null}
      </Banner>
    );
  }
  return state === "completed" ? <JobResult job={job} /> : null;
}

function Body({ job, standing, story }: { job: JobDetailModel; standing: JobStanding; story: JobStory }) {
  const jobType = useJobType(job.type);
  const name = jobType?.name ?? job.type;
  const effect = jobType?.effect ?? "writes";
  const { state, retrying, needs_person: isLeft } = standing;
  return (
    <article className="flex flex-col gap-6" aria-label={`${name} ${job.job_id}`}>
      <header className="flex flex-col gap-1">
        <div className="mb-1 flex">
          <JobStatus
            status={state}
            retrying={retrying}
            needsPerson={isLeft}
            retried={job.retried_as !== null}
            {...(state === "queued" && !retrying && !isLeft && { word: "Accepted" })}
          />
        </div>
        {job.patient_mrn ? (
          <p className="font-medium text-muted">
            <PatientName of={job} />
          </p>
        ) : null}
        <p className="text-muted">
          {job.actor.name}, <RelativeTime at={job.created_at} />
          {job.retry_of === null ? null : `; tries job ${job.retry_of} again`}
          {job.retried_as === null ? null : `; retried as job ${job.retried_as}`}
        </p>
      </header>
      <Announcement>{`${name} ${spokenState(standing)}`}</Announcement>
      <AnswerAlerts request={job.request} />
      <JobSteps state={state} story={story} isLeft={isLeft} />
      <JobWaiting job={job} standing={standing} story={story} effect={effect} />
      <Outcome job={job} state={state} effect={effect} />
      <JobWarnings warnings={job.warnings} />
      <JobRequest type={job.type} request={job.request} identifiers={job.identifiers} />
      {job.forgotten_at === null ? null : (
        <p className="text-muted">
          The request and the result were deleted <RelativeTime at={job.forgotten_at} />.
        </p>
      )}
      <JobGuarantee attempts={story.attempts} />
      <JobAttempts
        attempts={story.attempts}
        nextAt={job.next_attempt_at}
        hasNoOutcome={state === "cancelled" || isLeft}
      />
      <JobDeliveries deliveries={story.deliveries} />
      {job.forgotten_at === null ? (
        <>
          <JobActions job={job} state={state} />
          <JobRaw job={job} envelope={story.envelope} />
        </>
      ) : null}
    </article>
  );
}

function NoSuchJob({ jobId }: { jobId: number }) {
  const accountId = useAccountId();
  return (
    <EmptyState
      icon={<SearchX aria-hidden="true" />}
      title={`There is no job ${jobId}`}
      action={<ButtonLink href={`/a/${accountId}/activity`}>See all activity</ButtonLink>}
    >
      Its number may be mistyped, or it belongs to another account of yours.
    </EmptyState>
  );
}

/**
 * Shows a job live: its status, result and webhook deliveries. It completes on receipt of the webhook, without a
 * reload.
 */
export function JobPanel({ jobId }: { jobId: number }) {
  const { query, job, standing, story } = useJob(jobId);
  // With the job itself: fields that arrive later would move the buttons below them under the pointer.
  useEffect(() => loadAhead(loadJobFields), []);
  if (job && standing && story) return <Body job={job} standing={standing} story={story} />;
  if (!query.isError) return <JobPanelSkeleton />;
  const unknown = query.error instanceof ApiFailure && query.error.status === 404;
  return unknown ? (
    <NoSuchJob jobId={jobId} />
  ) : (
    <ErrorState title="The job could not be loaded" onRetry={() => void query.refetch()}>
      {query.error.message}. The job itself goes on.
    </ErrorState>
  );
}
