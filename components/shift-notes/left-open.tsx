"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { jobGist } from "#components/jobs/job-gist";
import { useStatusName } from "#components/jobs/use-status-name";
import { StatusBadge } from "#components/ui/badge";
import { JobStatus } from "#components/ui/job-status";
import { Link } from "#components/ui/link";
import { IN_PROGRESS, jobList } from "#lib/browser/api/jobs";
import { findTyped } from "#lib/browser/drafts/draft";
import { useAside } from "#lib/browser/page/form-intent";
import { useAccountId, useJobTypes, useOperations, useUserId } from "#lib/browser/session/account";
import { words } from "./words.ts";

const DAYS = 7;
/** Jobs that are listed of those that failed, and of those that wait. */
const SHOWN = 5;

/** Lists what the person has typed and not sent, and their jobs that failed or wait. `onOpen` runs before one is opened. */
export function LeftOpen({ onOpen }: { onOpen: () => void }) {
  const accountId = useAccountId();
  const actor = useUserId();
  const { openDraft, openForm, openJob } = useAside();
  const operations = useOperations();
  const types = useJobTypes();
  const statusName = useStatusName();
  const [since] = useState(() => new Date(Date.now() - DAYS * 86_400_000).toISOString());
  const [typed] = useState(() => findTyped(accountId));
  const failed = useInfiniteQuery(
    jobList(accountId, { actor, status: "failed", retried: "false", created_after: since }, SHOWN),
  );
  const waiting = useInfiniteQuery(jobList(accountId, { actor, status: IN_PROGRESS }, SHOWN));
  const pages = [failed, waiting].flatMap(({ data }) => data?.pages[0] ?? []);
  const jobs = pages.flatMap((page) => page.jobs);
  const total = pages.reduce((sum, page) => sum + (page.total ?? page.jobs.length), 0);
  const unsent = typed.flatMap(({ name, operationId, opening }) => {
    const operation = operations.find(({ id }) => id === operationId);
    return operation ? [{ name, operation, opening }] : [];
  });
  const row = "w-full rounded-sm px-1 py-1 text-left text-fg hover:bg-hover";
  return (
    <section aria-label={words.leftOpen}>
      <h3 className="text-sm font-semibold text-fg">{words.leftOpen}</h3>
      {failed.isError || waiting.isError ? <p role="alert">{words.notRead}</p> : null}
      {failed.isPending || waiting.isPending ? <p>{words.loading}</p> : null}
      {pages.length === 2 && unsent.length + jobs.length === 0 ? <p>{words.nothingOpen}</p> : null}
      <ul>
        {unsent.map(({ name, operation, opening }) => (
          <li key={name} className="flex items-center gap-2">
            <button
              type="button"
              className={row}
              onClick={() => {
                onOpen();
                if (opening.drafted) openDraft(operation.id, opening.drafted.id);
                else openForm(operation.id, opening.prefill, opening.standing, opening.corrects);
              }}
            >
              {operation.name}
            </button>
            <StatusBadge look={{ word: words.unsent, tone: "warning", icon: null }} />
          </li>
        ))}
        {jobs.map((job) => (
          <li key={job.job_id} className="flex items-center gap-2">
            <button
              type="button"
              className={row}
              onClick={() => {
                onOpen();
                openJob(job.job_id);
              }}
            >
              {[types.find(({ id }) => id === job.type)?.name ?? job.type, job.patient_name ?? job.patient_mrn]
                .filter(Boolean)
                .join(": ")}{" "}
              <span className="text-muted">{jobGist(job, statusName)}</span>
            </button>
            <JobStatus status={job.status} needsPerson={job.standing.needs_person} />
          </li>
        ))}
      </ul>
      {total > jobs.length ? (
        <Link href={`/a/${accountId}/activity?actor=${actor}`}>{words.andMore(total - jobs.length)}</Link>
      ) : null}
    </section>
  );
}
