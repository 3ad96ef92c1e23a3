"use client";

import { Plus } from "lucide-react";
import { Button } from "#components/ui/button";
import { CopyButton } from "#components/ui/copy-button";
import { type OperationSummary, useOperation } from "#lib/client/account";
import { useAside } from "#lib/client/form-intent";
import type { JobDetailModel, JobStatus } from "#lib/models/job";
import { curlFor } from "./curl.ts";
import { JobChange } from "./job-change.tsx";
import { targetOf } from "./job-target.ts";

/** What one may do from a job: about the job itself, and the same again as a new form, or as a `curl`. */
export function JobActions({ job, state }: { job: JobDetailModel; state: JobStatus }) {
  const operation = useOperation(job.type);
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      <JobChange job={job} state={state} />
      {operation ? <Again job={job} state={state} operation={operation} /> : null}
    </div>
  );
}

interface AgainProps {
  job: JobDetailModel;
  state: JobStatus;
  operation: OperationSummary;
}

function Again({ job, state, operation: { id, method, path } }: AgainProps) {
  const { openForm } = useAside();
  const target = targetOf(path, job.identifiers);
  const address = path.replaceAll(/\{(\w+)\}/g, (whole, parameter: string) => target[parameter] ?? whole);
  return (
    <>
      <Button
        variant={state === "completed" || state === "cancelled" ? "primary" : "secondary"}
        icon={<Plus aria-hidden="true" />}
        onPress={() => openForm(id, { ...job.request, ...target })}
      >
        Another one like this
      </Button>
      <CopyButton
        label="Copy as curl"
        text={() => curlFor(method, `${window.location.origin}/v1${address}`, job.request)}
      />
    </>
  );
}
