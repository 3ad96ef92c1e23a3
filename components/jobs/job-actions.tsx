"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button";
import { CopyButton } from "#components/ui/copy-button";
import { referralDetail } from "#lib/browser/api/referrals";
import type { Prefill } from "#lib/browser/drafts/opening";
import { useAside } from "#lib/browser/page/form-intent";
import { type OperationSummary, useAccountId, useOperation } from "#lib/browser/session/account";
import type { JobDetailModel, JobStatus } from "#lib/jobs/record/model";
import { curlFor } from "./curl.ts";
import { JobChange } from "./job-change.tsx";
import { targetOf } from "./job-target.ts";

/** Shows the actions of a job: cancel or retry it, open its request in a new form, or copy it as `curl`. */
export function JobActions({ job, state }: { job: JobDetailModel; state: JobStatus }) {
  const operation = useOperation(job.type);
  const again = operation ? <Again job={job} state={state} operation={operation} /> : null;
  const isCorrected = state === "failed" && isNextStep(job, state);
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {isCorrected ? again : null}
      <JobChange job={job} state={state} />
      {isCorrected ? null : again}
    </div>
  );
}

/** Returns whether sending a similar request is what most people do next: a refused one must be corrected first. */
const isNextStep = ({ attempts, refused, retried_as }: JobDetailModel, state: JobStatus): boolean =>
  state === "completed" ||
  (state === "cancelled" && attempts === 0) ||
  (state === "failed" && refused && retried_as === null);

interface AgainProps {
  job: JobDetailModel;
  state: JobStatus;
  operation: OperationSummary;
}

/**
 * Returns a function that loads the current values of the referral that the job changed, to start its form with;
 * undefined for other jobs.
 */
function useStandingOf({ identifiers }: JobDetailModel, changes: OperationSummary["changes"]) {
  const accountId = useAccountId();
  const client = useQueryClient();
  const referralId = changes === "referral" ? identifiers.referral_id : undefined;
  return async (): Promise<Prefill> => {
    if (referralId === undefined) return {};
    // If loading fails, the form starts with the sent values only.
    return client.fetchQuery(referralDetail(accountId, referralId)).catch(() => ({}));
  };
}

function Again({ job, state, operation: { id, method, path, changes } }: AgainProps) {
  const { openForm } = useAside();
  const standingOf = useStandingOf(job, changes);
  const [opening, setOpening] = useState(false);
  const target = targetOf(path, job.identifiers);
  const address = path.replaceAll(/\{(\w+)\}/g, (whole, parameter: string) => target[parameter] ?? whole);
  const again = async () => {
    setOpening(true);
    openForm(id, { ...job.request, ...target }, await standingOf());
  };
  return (
    <>
      <Button
        pending={opening}
        variant={isNextStep(job, state) ? "primary" : "secondary"}
        icon={<Plus aria-hidden="true" />}
        onPress={() => void again()}
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
