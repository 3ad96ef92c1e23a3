"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ban, RotateCw } from "lucide-react";
import { Button } from "#components/ui/button";
import { useAccountId, useIsGranted } from "#lib/client/account";
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

function Cancel({ job }: { job: JobDetailModel }) {
  const cancel = useMutation(changeJob(useAccountId(), job.job_id, "cancel", useQueryClient()));
  return (
    <>
      <Button icon={<Ban aria-hidden="true" />} pending={cancel.isPending} onPress={() => cancel.mutate()}>
        Cancel this job
      </Button>
      <Refusal error={cancel.error} />
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

/** What can still be done about a job itself: cancelled while it waits, tried again once it failed (decisions §5). */
export function JobChange({ job, state }: { job: JobDetailModel; state: JobStatus }) {
  const [mayCancel, mayRetry] = [useIsGranted("jobs:cancel"), useIsGranted("jobs:retry")];
  if (state === "queued") return mayCancel ? <Cancel job={job} /> : null;
  return state === "failed" && mayRetry ? <TryAgain job={job} /> : null;
}
