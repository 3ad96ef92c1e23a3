"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { Button } from "#components/ui/button";
import { useHeldRows } from "#components/ui/use-held-rows.ts";
import { forgetJob } from "#lib/browser/api/change-status";
import { takeBack } from "#lib/browser/api/job-change";
import { jobsKey } from "#lib/browser/api/jobs";
import { useAccountId, useJobType } from "#lib/browser/session/account";
import type { JobModel } from "#lib/job-record/model";
import { Countdown } from "./countdown.tsx";
import { isCovered } from "./held-place.ts";
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
  /** True for a job that is no longer held, and stays for a person who points at the list. */
  gone: boolean;
}

function HeldJob({ job, gone }: HeldJobProps) {
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
          ) : gone ? (
            words[undo.data ? "cancelled" : "done"]
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
        gone={gone}
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

/**
 * Returns whether the list stands at the top of the page: where it appears, the row that was just pressed, and those beside
 * it that come next, must stay in sight. It stays there until it is gone.
 */
function useIsAtTop(isShown: boolean): boolean {
  const [isAtTop, setAtTop] = useState(false);
  useLayoutEffect(() => {
    if (!isShown) return;
    const pointed = [...document.querySelectorAll(":hover, :focus")].at(-1);
    setAtTop(isCovered(pointed?.getBoundingClientRect(), window.innerHeight));
  }, [isShown]);
  return isAtTop;
}

/**
 * Lists jobs that are about to be sent, each with a button that takes it back. The list stands at the bottom, or at the top if
 * a person points at the bottom: while a person points at it none moves, and new ones are added above.
 */
export function HeldList({ jobs }: HeldListProps) {
  const list = useRef<HTMLUListElement>(null);
  const fromBelow = jobs.slice(0, SHOWN).reverse();
  const { rows } = useHeldRows(fromBelow, { list, keyOf, part: "", all: fromBelow });
  const isShown = rows.length > 0;
  const isAtTop = useIsAtTop(isShown);
  if (!isShown) return null;
  const held = new Set(jobs.map(keyOf));
  return (
    <ul
      ref={list}
      data-held-list=""
      className={`fixed inset-x-3 z-40 mx-auto max-w-md divide-y divide-line overflow-hidden rounded-lg bg-raised text-sm shadow-float ${isAtTop ? "top-[calc(var(--topbar)+0.75rem)]" : "bottom-3"}`}
    >
      {rows.length > 1 ? <UndoAll jobs={jobs} /> : null}
      {rows.toReversed().map((job) => (
        <HeldJob key={job.job_id} job={job} gone={!held.has(keyOf(job))} />
      ))}
    </ul>
  );
}
