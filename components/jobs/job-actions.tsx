"use client";

import { PenLine, Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button";
import { type OperationSummary, useOperation } from "#lib/browser/session/account";
import type { JobDetailModel, JobStatus } from "#lib/job-record/model";
import { JobChange } from "./job-change.tsx";
import { PrintReceipt } from "./print-receipt.tsx";
import { isUnsettled, useSimilarForm } from "./use-similar-form.ts";
import { words } from "./words.ts";

interface JobActionsProps {
  job: JobDetailModel;
  state: JobStatus;
  /** Closes the panel; absent if nothing can be closed. */
  onDone: (() => void) | undefined;
}

/** Shows the actions of a job: close it, print its receipt, cancel or retry it, or open its request in a new form. */
export function JobActions({ job, state, onDone }: JobActionsProps) {
  const operation = useOperation(job.type);
  const isKept = job.forgotten_at === null;
  const isNext = isNextStep(job, state);
  const again = isKept && operation ? <Again job={job} isNext={isNext} operation={operation} /> : null;
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {onDone ? (
        <Button variant={state === "completed" ? "primary" : "secondary"} onPress={onDone}>
          {words.done}
        </Button>
      ) : null}
      {state === "completed" && job.status === "completed" ? <PrintReceipt job={job} /> : null}
      {isNext ? again : null}
      {isKept ? <JobChange job={job} state={state} /> : null}
      {isNext ? null : again}
    </div>
  );
}

/** Returns whether sending a similar request is what most people do next: a refused one must be corrected first. */
const isNextStep = (job: JobDetailModel, state: JobStatus): boolean =>
  (state === "cancelled" && job.attempts === 0) || (state === "failed" && job.refused && isUnsettled(job));

interface AgainProps {
  job: JobDetailModel;
  /** True if it is what most people do next. */
  isNext: boolean;
  operation: OperationSummary;
}

function Again({ job, isNext, operation }: AgainProps) {
  const open = useSimilarForm(job, operation);
  const [opening, setOpening] = useState(false);
  const corrects = isUnsettled(job);
  return (
    <Button
      pending={opening}
      variant={isNext ? "primary" : "secondary"}
      icon={corrects ? <PenLine aria-hidden="true" /> : <Plus aria-hidden="true" />}
      onPress={() => {
        setOpening(true);
        void open().finally(() => setOpening(false));
      }}
    >
      {corrects ? words.correctAndSend : words.anotherOneLikeThis}
    </Button>
  );
}
