"use client";

import { SearchX } from "lucide-react";
import dynamic from "next/dynamic";
import { useEffect, useRef, useState } from "react";
import { Announcement } from "#components/ui/announcement";
import { Banner } from "#components/ui/banner";
import { ButtonLink } from "#components/ui/button-link";
import { EmptyState } from "#components/ui/empty-state";
import { ErrorState } from "#components/ui/error-state";
import { JobStatus } from "#components/ui/job-status";
import { RelativeTime } from "#components/ui/relative-time";
import { ApiFailure } from "#lib/browser/api/api-failure";
import { type JobTypeSummary, useAccountId, useJobType, useOperation, useUserId } from "#lib/browser/session/account";
import { useRemembered } from "#lib/browser/session/remembered";
import type { JobDetailModel, JobStanding, JobStatus as Status } from "#lib/job-record/model";
import { asSentence } from "./field-words.ts";
import { JobActions } from "./job-actions.tsx";
import { JobChecked } from "./job-checked.tsx";
import { JobLinks } from "./job-links.tsx";
import { JobPanelSkeleton } from "./job-panel-skeleton.tsx";
import { JobResult } from "./job-result.tsx";
import { JobSteps } from "./job-steps.tsx";
import type { JobStory } from "./job-story.ts";
import { JobNumbers, JobSentence } from "./job-summary.tsx";
import { spokenState } from "./job-wait.ts";
import { JobWaiting } from "./job-waiting.tsx";
import { JobWarnings } from "./job-warnings.tsx";
import { nextStepWords } from "./next-step-words.ts";
import { TechnicalDetails } from "./technical-details.tsx";
import { useJob } from "./use-job.tsx";
import { words } from "./words.ts";

const JobConflicts = dynamic(() => import("./job-conflicts.tsx").then((module) => module.JobConflicts), { ssr: false });
const AnswerAlerts = dynamic(() => import("./answer-alerts.tsx").then((module) => module.AnswerAlerts), { ssr: false });

type Effect = JobTypeSummary["effect"];

function Outcome({ job, state, effect }: { job: JobDetailModel; state: Status; effect: Effect }) {
  // The stream's message arrives before the refreshed record with the outcome.
  if (job.status !== state) return null;
  if (state === "failed" || state === "cancelled") {
    return (
      <>
        <Banner
          tone={state === "failed" ? "danger" : "neutral"}
          title={asSentence(job.failure_reason ?? words.noReason)}
        >
          {job.forgotten_at === null ? nextStepWords(job, state, effect) : null}
        </Banner>
        {job.conflicts.length > 0 ? <JobConflicts conflicts={job.conflicts} /> : null}
      </>
    );
  }
  return state === "completed" ? <JobResult job={job} /> : null;
}

interface BodyProps {
  job: JobDetailModel;
  standing: JobStanding;
  story: JobStory;
  onDone: (() => void) | undefined;
}

/** Returns the state of the technical details, which opens by itself when the deliveries are asked for. */
function useTechnicalDetails() {
  const [isOpen, setOpen] = useRemembered("technical-details", useUserId());
  const deliveries = useRef<HTMLDivElement>(null);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (asked > 0) deliveries.current?.focus();
  }, [asked]);
  return {
    details: { isOpen, onToggle: setOpen, deliveries },
    showDeliveries: () => {
      setOpen(true);
      setAsked(asked + 1);
    },
  };
}

function Body({ job, standing, story, onDone }: BodyProps) {
  const jobType = useJobType(job.type);
  const name = jobType?.name ?? job.type;
  const effect = jobType?.effect ?? "writes";
  const whenWrong = useOperation(job.type)?.whenWrong;
  const { state, retrying, needs_person: isLeft } = standing;
  const { details, showDeliveries } = useTechnicalDetails();
  return (
    <article className="flex flex-col gap-5" aria-label={`${name} ${job.job_id}`}>
      <header className="flex flex-col gap-2">
        <div className="flex">
          <JobStatus
            status={state}
            retrying={retrying}
            needsPerson={isLeft}
            retried={job.retried_as !== null}
            {...(state === "queued" && !retrying && !isLeft && { word: words.accepted })}
          />
        </div>
        <JobSentence job={job} standing={standing} />
        {/* What will follow takes its place from the beginning, so that nothing below moves (globals.css). */}
        <p data-reserved={job.retried_as ? "" : words.followedBy(job.job_id)} className="text-sm text-muted">
          {job.actor.name}, <RelativeTime at={job.created_at} />
          {job.retry_of === null ? null : words.follows(job.retry_of)}
          {job.retried_as === null ? null : words.followedBy(job.retried_as)}
        </p>
      </header>
      <Announcement>{`${name} ${spokenState(job, standing)}`}</Announcement>
      {"answers" in job.request ? <AnswerAlerts request={job.request} /> : null}
      <JobSteps state={state} story={story} isLeft={isLeft} />
      {/* Above what comes and goes with the job's state: the buttons stay where they are. */}
      <JobActions job={job} state={state} onDone={onDone} />
      <JobWaiting job={job} standing={standing} story={story} effect={effect} />
      <Outcome job={job} state={state} effect={effect} />
      <JobWarnings warnings={job.warnings} />
      {state === "completed" && job.status === "completed" ? <JobNumbers job={job} /> : null}
      {state === "completed" && whenWrong ? <p className="text-sm text-muted">{whenWrong}</p> : null}
      <JobChecked job={job} />
      <JobLinks job={job} deliveries={story.deliveries} onDeliveries={showDeliveries} />
      {job.forgotten_at === null ? null : (
        <p className="text-muted">
          {words.deleted} <RelativeTime at={job.forgotten_at} />.
        </p>
      )}
      <TechnicalDetails job={job} standing={standing} story={story} {...details} />
    </article>
  );
}

function NoSuchJob({ jobId }: { jobId: number }) {
  const accountId = useAccountId();
  return (
    <EmptyState
      icon={<SearchX aria-hidden="true" />}
      title={words.noSuchJob(jobId)}
      action={<ButtonLink href={`/a/${accountId}/activity`}>{words.seeAllActivity}</ButtonLink>}
    >
      {words.noSuchJobHint}
    </EmptyState>
  );
}

interface JobPanelProps {
  jobId: number;
  /** Closes the panel; absent if nothing can be closed. */
  onDone?: (() => void) | undefined;
}

/**
 * Shows a job live: what happened in a sentence, the ways on, and the technical details. It completes on receipt of the
 * webhook, without a reload.
 */
export function JobPanel({ jobId, onDone }: JobPanelProps) {
  const { query, job, standing, story } = useJob(jobId);
  if (job && standing && story) return <Body job={job} standing={standing} story={story} onDone={onDone} />;
  if (!query.isError) return <JobPanelSkeleton />;
  const unknown = query.error instanceof ApiFailure && query.error.status === 404;
  return unknown ? (
    <NoSuchJob jobId={jobId} />
  ) : (
    <ErrorState title={words.jobNotLoaded} onRetry={() => void query.refetch()}>
      {query.error.message}. {words.jobContinues}
    </ErrorState>
  );
}
