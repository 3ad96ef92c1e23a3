"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Button } from "#components/ui/button";
import { useHeldRows } from "#components/ui/use-held-rows.ts";
import { forgetJob } from "#lib/browser/api/change-status";
import { takeBack } from "#lib/browser/api/job-change";
import { jobsKey } from "#lib/browser/api/jobs";
import { useAccountId, useJobType } from "#lib/browser/session/account";
import type { JobModel } from "#lib/job-record/model";
import { Countdown } from "./countdown.tsx";
import { jobGist } from "./job-gist.tsx";
import { useStatusName } from "./use-status-name.tsx";
import { words } from "./words.ts";

/** Most held jobs that are listed one by one; the next appear as these are sent. */
const SHOWN = 4;

interface HeldListProps {
  jobs: readonly JobModel[];
}

const keyOf = ({ job_id }: JobModel) => job_id;

interface HeldJobProps {
  job: JobModel;
  /** The mark of a job that is no longer held, and stays for a person who points at the list. */
  done: ReactNode;
}

function HeldJob({ job, done }: HeldJobProps) {
  const accountId = useAccountId();
  const client = useQueryClient();
  const name = useJobType(job.type)?.name ?? job.type;
  const gist = jobGist(job, useStatusName());
  const undo = useMutation({
    mutationFn: () => takeBack(accountId, job.job_id),
    onSuccess: (isTakenBack) => {
      if (isTakenBack) forgetJob(client, accountId, job.job_id);
      return client.invalidateQueries({ queryKey: jobsKey(accountId) });
    },
  });
  const what = [job.patient_name ?? job.patient_mrn, gist || name].filter(Boolean).join(": ");
  return (
    <li className="flex items-center gap-3 px-3 py-2">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{what}</span>
        <span className="block truncate text-xs text-muted">
          {undo.data === false ? (
            words.tooLate
          ) : done ? (
            (undo.data && words.cancelled) || done
          ) : undo.error ? (
            words.notUndoneBecause(undo.error.message)
          ) : (
            <>
              {words.aboutToBeSent}
              {job.next_attempt_at ? (
                <>
                  {" "}
                  <Countdown until={job.next_attempt_at} />
                </>
              ) : null}
            </>
          )}
        </span>
      </span>
      <Button
        size="sm"
        icon={<Undo2 aria-hidden="true" />}
        pending={undo.isPending}
        gone={done !== null}
        aria-label={`${words.undo} ${what}`}
        onPress={() => undo.mutate()}
      >
        {words.undo}
      </Button>
    </li>
  );
}

/** Takes all held jobs back, one after the other; those that were sent meanwhile stay. */
function UndoAll({ jobs }: Pick<HeldListProps, "jobs">) {
  const accountId = useAccountId();
  const client = useQueryClient();
  const undo = useMutation({
    mutationFn: async () => {
      for (const { job_id } of jobs) if (await takeBack(accountId, job_id)) forgetJob(client, accountId, job_id);
    },
    onSettled: () => client.invalidateQueries({ queryKey: jobsKey(accountId) }),
  });
  return (
    <li className="flex items-center justify-between gap-3 px-3 py-2">
      <span className="text-xs text-muted">{words.countAboutToBeSent(jobs.length)}</span>
      <Button
        size="sm"
        icon={<Undo2 aria-hidden="true" />}
        pending={undo.isPending}
        gone={jobs.length === 0}
        onPress={() => undo.mutate()}
      >
        {words.undoAll}
      </Button>
    </li>
  );
}

/** Lists jobs that are about to be sent, each with a button that takes it back; none moves while a person points at the list. */
export function HeldList({ jobs }: HeldListProps) {
  const list = useRef<HTMLUListElement>(null);
  // The list stands at the bottom, so that a row that is added below would move the others.
  const held = useHeldRows(jobs.slice(0, SHOWN), { list, keyOf, part: "", all: jobs, isPlaced: true });
  if (held.rows.length === 0) return null;
  return (
    <ul
      ref={list}
      data-held-list=""
      className="divide-y divide-line overflow-hidden rounded-lg bg-raised text-sm shadow-float"
    >
      {held.rows.map((job) => (
        <HeldJob key={job.job_id} job={job} done={held.markOf(job)} />
      ))}
      {held.all.length > 1 ? <UndoAll jobs={jobs} /> : null}
    </ul>
  );
}
