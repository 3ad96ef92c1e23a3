"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Confirm } from "#components/ui/confirm";
import { changeJob } from "#lib/browser/api/job-change";
import { type JobTypeSummary, useAccountId, useJobType } from "#lib/browser/session/account";
import type { JobDetailModel } from "#lib/job-record/model";
import { words } from "./words.ts";

/** Explains the effect of cancelling a job. */
function cancelWords({ attempts, ambiguous }: JobDetailModel, effect: JobTypeSummary["effect"]): string {
  const last = words.notUndone;
  if (effect !== "writes") return `${words.cancelQuery} ${last}`;
  if (ambiguous) {
    return `${words.cancelAmbiguous} ${last}`;
  }
  return attempts === 0 ? `${words.cancelUnsent} ${last}` : `${words.cancelNotTaken} ${last}`;
}

interface CancelQuestionProps {
  job: JobDetailModel;
  onClose: () => void;
  onAnswer: (message: string) => void;
}

/** Asks whether a queued job is to be cancelled (decisions §5). */
export function CancelQuestion({ job, onClose, onAnswer }: CancelQuestionProps) {
  const effect = useJobType(job.type)?.effect ?? "writes";
  const cancel = useMutation(changeJob(useAccountId(), job.job_id, "cancel", useQueryClient()));
  return (
    <Confirm
      title={words.cancelJob(job.job_id)}
      action={words.cancelTheJob}
      leave={words.keepIt}
      danger
      onConfirm={() => cancel.mutateAsync()}
      onDone={({ message }) => {
        onClose();
        onAnswer(message);
      }}
      onClose={onClose}
    >
      {cancelWords(job, effect)}
    </Confirm>
  );
}
