"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ban, RotateCw } from "lucide-react";
import { useState } from "react";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { Confirm } from "#components/ui/confirm";
import { changeJob } from "#lib/browser/api/job-change";
import { useAside } from "#lib/browser/page/form-intent";
import { type JobTypeSummary, useAccountId, useIsGranted, useJobType } from "#lib/browser/session/account";
import type { JobDetailModel, JobStatus } from "#lib/job-record/model";
import { asSentence } from "./field-words.ts";
import { words } from "./words.ts";

/** Shows the server's refusal beside the pressed button. */
function Refusal({ error }: { error: Error | null }) {
  return (
    <p role="status" className="w-full text-danger text-sm empty:hidden">
      {error ? asSentence(error.message) : null}
    </p>
  );
}

/** Explains the effect of cancelling a job. */
function cancelWords({ attempts, ambiguous }: JobDetailModel, effect: JobTypeSummary["effect"]): string {
  const last = words.notUndone;
  if (effect !== "writes") return `${words.cancelQuery} ${last}`;
  if (ambiguous) {
    return `${words.cancelAmbiguous} ${last}`;
  }
  return attempts === 0 ? `${words.cancelUnsent} ${last}` : `${words.cancelNotTaken} ${last}`;
}

interface CancelProps {
  job: JobDetailModel;
  asking: boolean;
  setAsking: (asking: boolean) => void;
  onAnswer: (message: string) => void;
}

function Cancel({ job, asking, setAsking, onAnswer }: CancelProps) {
  const effect = useJobType(job.type)?.effect ?? "writes";
  const cancel = useMutation(changeJob(useAccountId(), job.job_id, "cancel", useQueryClient()));
  return (
    <>
      <Button icon={<Ban aria-hidden="true" />} onPress={() => setAsking(true)}>
        {words.cancelThisJob}
      </Button>
      {asking ? (
        <Confirm
          title={words.cancelJob(job.job_id)}
          action={words.cancelTheJob}
          leave={words.keepIt}
          danger
          onConfirm={() => cancel.mutateAsync()}
          onDone={({ message }) => {
            setAsking(false);
            onAnswer(message);
          }}
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
        {job.refused ? words.tryAgainUnchanged : words.tryAgain}
      </Button>
      <Refusal error={retry.error} />
    </>
  );
}

/** A job can be retried only once, so this opens its retry. */
function OpenRetry({ jobId }: { jobId: number }) {
  const { openJob } = useAside();
  return <Button onPress={() => openJob(jobId)}>{words.openJob(jobId)}</Button>;
}

/** Explains that a job was not cancelled because the EMR already held its record. */
function NotCancelled({ answer }: { answer: string }) {
  return (
    <div className="w-full">
      <Banner tone="info" title={answer} announce>
        {words.notSentAgain}
      </Banner>
    </div>
  );
}

/** Shows the actions on a job itself: cancel while it is queued, retry once it failed (decisions §5). */
export function JobChange({ job, state }: { job: JobDetailModel; state: JobStatus }) {
  const [mayCancel, mayRetry] = [useIsGranted("jobs:cancel"), useIsGranted("jobs:retry")];
  const [answer, setAnswer] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  // The question stays, with the server's refusal, if the next attempt begins meanwhile.
  if (mayCancel && (state === "queued" || (state === "running" && asking)))
    return <Cancel job={job} asking={asking} setAsking={setAsking} onAnswer={setAnswer} />;
  if (state === "completed" && answer !== null) return <NotCancelled answer={answer} />;
  if (state !== "failed" || !mayRetry) return null;
  return job.retried_as === null ? <TryAgain job={job} /> : <OpenRetry jobId={job.retried_as} />;
}
