"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ban, RotateCw } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button";
import { Confirm } from "#components/ui/confirm";
import { type JobTypeSummary, useAccountId, useIsGranted, useJobType } from "#lib/client/account";
import { useAside } from "#lib/client/form-intent";
import { changeJob } from "#lib/client/job-change";
import type { JobDetailModel, JobStatus } from "#lib/models/job";
import { asSentence } from "./field-words.ts";

/** The server's word where it refused; it stands beside the button that was pressed. */
function Refusal({ error }: { error: Error | null }) {
  return (
    <p role="status" className="w-full text-danger text-sm empty:hidden">
      {error ? asSentence(error.message) : null}
    </p>
  );
}

/** What is to be known before a job is cancelled. */
function cancelWords({ attempts }: JobDetailModel, effect: JobTypeSummary["effect"]): string {
  const last = "This can't be undone.";
  if (effect !== "writes") return `It is not asked of the EMR any more. ${last}`;
  return attempts === 0
    ? `It has not been sent to the EMR, and will not be. ${last}`
    : `It was sent before, and the EMR may hold it though it gave no answer: cancelling takes nothing back. Left alone, it is tried again, and is never done twice. ${last}`;
}

function Cancel({ job }: { job: JobDetailModel }) {
  const [asking, setAsking] = useState(false);
  const effect = useJobType(job.type)?.effect ?? "writes";
  const cancel = useMutation(changeJob(useAccountId(), job.job_id, "cancel", useQueryClient()));
  return (
    <>
      <Button icon={<Ban aria-hidden="true" />} onPress={() => setAsking(true)}>
        Cancel this job
      </Button>
      {asking ? (
        <Confirm
          title={`Cancel job ${job.job_id}?`}
          action="Cancel the job"
          leave="Keep it"
          danger
          onConfirm={() => cancel.mutateAsync()}
          onClose={() => setAsking(false)}
        >
          {cancelWords(job, effect)}
        </Confirm>
      ) : null}
    </>
  );
}

function TryAgain({ job }: { job: JobDetailModel }) {
  const { openJob } = useAside();
  const retry = useMutation({
    ...changeJob(useAccountId(), job.job_id, "retry", useQueryClient()),
    onSuccess: ({ job_id }) => {
      if (job_id !== undefined) openJob(job_id);
    },
  });
  return (
    <>
      <Button icon={<RotateCw aria-hidden="true" />} pending={retry.isPending} onPress={() => retry.mutate()}>
        Try again
      </Button>
      <Refusal error={retry.error} />
    </>
  );
}

/** A job is tried again once: what became of that is told by the job that did. */
function OpenRetry({ jobId }: { jobId: number }) {
  const { openJob } = useAside();
  return <Button onPress={() => openJob(jobId)}>Open job {jobId}</Button>;
}

/** What can still be done about a job itself: cancelled while it waits, tried again once it failed (decisions §5). */
export function JobChange({ job, state }: { job: JobDetailModel; state: JobStatus }) {
  const [mayCancel, mayRetry] = [useIsGranted("jobs:cancel"), useIsGranted("jobs:retry")];
  if (state === "queued") return mayCancel ? <Cancel job={job} /> : null;
  if (state !== "failed" || !mayRetry) return null;
  return job.retried_as === null ? <TryAgain job={job} /> : <OpenRetry jobId={job.retried_as} />;
}
