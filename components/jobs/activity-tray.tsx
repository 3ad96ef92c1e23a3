"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Activity } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Button } from "#components/ui/button";
import { IconButton } from "#components/ui/icon-button";
import { JobStatus } from "#components/ui/job-status";
import { Link } from "#components/ui/link";
import { Popover } from "#components/ui/popover";
import { RelativeTime } from "#components/ui/relative-time";
import { useHeldRows } from "#components/ui/use-held-rows.ts";
import { newestStanding } from "#lib/browser/live/job-standing";
import { useAside } from "#lib/browser/page/form-intent";
import { useAccountId, useJobType } from "#lib/browser/session/account";
import type { JobModel, JobStanding } from "#lib/job-record/model";
import { Countdown } from "./countdown.tsx";
import { nextAttemptOf } from "./next-attempt.ts";
import { PatientName } from "./patient-name.tsx";
import { recentJobs } from "./recent-jobs.ts";
import { useSentStandings } from "./use-job.tsx";
import { words } from "./words.ts";

const SHOWN = 8;

interface TrayJob {
  job: JobModel;
  standing: JobStanding;
}

/** Returns running jobs first, then jobs that just finished. */
function useTrayJobs() {
  const sent = useSentStandings();
  const { data, isError, refetch } = useInfiniteQuery(recentJobs(useAccountId()));
  const jobs = data?.pages[0]?.jobs ?? [];
  const all = jobs.map((job) => ({ job, standing: newestStanding(job, sent.get(job.job_id)) }));
  const isAtWork = ({ standing: { state, needs_person } }: TrayJob) =>
    (state === "queued" || state === "running") && !needs_person;
  const working = all.filter(isAtWork);
  const finished = all.filter((each) => !isAtWork(each));
  return {
    ordered: [...working, ...finished],
    atWork: working.length,
    isKnown: data !== undefined,
    /** Set if the jobs failed to load. */
    onRetry: isError && !data ? () => void refetch() : null,
  };
}

function TrayRow({ job, standing, onOpen }: TrayJob & { onOpen: () => void }) {
  const jobType = useJobType(job.type);
  const { state, retrying, needs_person } = standing;
  const nextAt = nextAttemptOf(job);
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="flex w-full items-center gap-3 rounded-md px-2 py-2 text-left hover:bg-hover"
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate">
            {jobType?.name ?? job.type} <span className="text-faint tabular-nums">{job.job_id}</span>
            <span className="text-xs text-faint">
              {" · "}
              {state === "queued" && job.waiting_code === "held" && job.next_attempt_at ? (
                <>
                  {words.sent.toLowerCase()} <Countdown until={job.next_attempt_at} />
                </>
              ) : retrying && nextAt ? (
                <>
                  {words.nextAttempt.toLowerCase()} <Countdown until={nextAt} />
                </>
              ) : (
                <RelativeTime at={job.created_at} />
              )}
            </span>
          </span>
          {job.patient_mrn ? (
            <span className="block truncate text-xs text-faint">
              <PatientName of={job} />
            </span>
          ) : null}
        </span>
        <JobStatus status={state} retrying={retrying} needsPerson={needs_person} retried={job.retried_as !== null} />
      </button>
    </li>
  );
}

const keyOf = ({ job: { job_id } }: TrayJob) => job_id;

interface TrayListProps {
  jobs: readonly TrayJob[];
  onOpen: (jobId: number) => void;
  /** Stands below the list. */
  children: ReactNode;
}

/** Lists the first jobs; none moves while a person points at the list. */
function TrayList({ jobs, onOpen, children }: TrayListProps) {
  const list = useRef<HTMLUListElement>(null);
  const held = useHeldRows(jobs.slice(0, SHOWN), { list, keyOf, part: "", all: jobs });
  return (
    <>
      <ul ref={list} data-held-list="" className="p-1 empty:hidden">
        {held.rows.map((row) => (
          <TrayRow key={row.job.job_id} {...row} onOpen={() => onOpen(row.job.job_id)} />
        ))}
      </ul>
      <p className="flex flex-wrap justify-between gap-x-2 border-t border-line px-3 py-2 text-sm">
        {children}
        {held.newer}
      </p>
    </>
  );
}

/** Shows running and recently finished jobs, live, on every page. */
export function ActivityTray() {
  const accountId = useAccountId();
  const { openJob } = useAside();
  const { ordered, atWork, isKnown, onRetry } = useTrayJobs();
  const label = atWork === 0 ? words.recentJobs : words.recentJobsRunning(atWork);
  return (
    <DialogTrigger>
      <IconButton label={label}>
        <Activity aria-hidden="true" />
        {atWork > 0 ? (
          <span
            aria-hidden="true"
            className="absolute top-0.5 right-0.5 flex h-4 min-w-4 items-center justify-center rounded-full bg-accent px-1 text-[0.625rem] leading-none font-semibold text-accent-on tabular-nums"
          >
            {atWork}
          </span>
        ) : null}
      </IconButton>
      <Popover placement="bottom end" offset={12} className="w-88 max-w-[calc(100vw-1rem)]">
        <Dialog aria-label={words.recentJobs} className="outline-none">
          {({ close }) => (
            <>
              {onRetry ? (
                <p role="alert" className="flex items-center gap-2 px-4 py-4 text-sm text-muted">
                  {words.recentNotLoaded}
                  <Button variant="link" onPress={onRetry}>
                    {words.tryAgain}
                  </Button>
                </p>
              ) : null}
              {ordered.length === 0 && !onRetry ? (
                <p className="px-4 py-6 text-center text-sm text-faint">
                  {isKnown ? words.nothingRun : words.loadingRecent}
                </p>
              ) : null}
              <TrayList
                jobs={ordered}
                onOpen={(jobId) => {
                  close();
                  openJob(jobId);
                }}
              >
                <Link href={`/a/${accountId}/activity`} onClick={close}>
                  {words.allActivity}
                </Link>
              </TrayList>
            </>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
