"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ban, RotateCw } from "lucide-react";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { changeJob } from "#lib/browser/api/job-change";
import { useAside } from "#lib/browser/page/form-intent";
import { useAccountId } from "#lib/browser/session/account";
import type { JobDetailModel } from "#lib/job-record/model";
import { asSentence } from "./field-words.ts";
import { words } from "./words.ts";

/** Shows the server's refusal beside the pressed button. */
function Refusal({ error }: { error: Error | null }) {
  return (
    <p role="status" className="order-last w-full text-danger text-sm empty:hidden">
      {error ? asSentence(error.message) : null}
    </p>
  );
}

interface CancelProps {
  gone: boolean;
  onPress: () => void;
}

/** Opens the question whether a queued job is to be cancelled. */
export const CancelJob = ({ gone, onPress }: CancelProps) => (
  <Button icon={<Ban aria-hidden="true" />} gone={gone} onPress={onPress}>
    {words.cancelThisJob}
  </Button>
);

/** Sends a failed job again, as it was (decisions §5). */
export function TryAgain({ job, gone }: { job: JobDetailModel; gone: boolean }) {
  const { openJob } = useAside();
  const retry = useMutation({
    ...changeJob(useAccountId(), job.job_id, "retry", useQueryClient()),
    onSuccess: ({ job_id }) => {
      if (job_id !== undefined) openJob(job_id);
    },
  });
  return (
    <>
      <Button
        icon={<RotateCw aria-hidden="true" />}
        gone={gone}
        pending={retry.isPending}
        onPress={() => retry.mutate()}
      >
        {job.refused ? words.tryAgainUnchanged : words.tryAgain}
      </Button>
      <Refusal error={retry.error} />
    </>
  );
}

/** A job can be retried only once, so this opens its retry. */
export function OpenRetry({ jobId, gone }: { jobId: number; gone: boolean }) {
  const { openJob } = useAside();
  return (
    <Button gone={gone} onPress={() => openJob(jobId)}>
      {words.openJob(jobId)}
    </Button>
  );
}

/** Explains that a job was not cancelled because the EMR already held its record. */
export function NotCancelled({ answer }: { answer: string }) {
  return (
    <div className="order-last w-full">
      <Banner tone="info" title={answer} announce>
        {words.notSentAgain}
      </Banner>
    </div>
  );
}
