"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button";
import { referralDetail } from "#lib/browser/api/referrals";
import type { Prefill } from "#lib/browser/drafts/opening";
import { useAside } from "#lib/browser/page/form-intent";
import { type OperationSummary, useAccount, useAccountId, useOperation } from "#lib/browser/session/account";
import type { JobDetailModel, JobStatus } from "#lib/job-record/model";
import { todayIn } from "#lib/kernel/dates";
import { JobChange } from "./job-change.tsx";
import { targetOf } from "./job-target.ts";
import { PrintReceipt } from "./print-receipt.tsx";
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
const isNextStep = ({ attempts, refused, retried_as }: JobDetailModel, state: JobStatus): boolean =>
  (state === "cancelled" && attempts === 0) || (state === "failed" && refused && retried_as === null);

interface AgainProps {
  job: JobDetailModel;
  /** True if it is what most people do next. */
  isNext: boolean;
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

/** Returns a job's request without the dates that were its day: a similar request begins with its own. */
function requestAnew({ request, created_at }: JobDetailModel, beginsToday: readonly string[], timezone: string) {
  const day = todayIn(timezone, new Date(created_at));
  return Object.fromEntries(
    Object.entries(request).filter(([name, value]) => !(beginsToday.includes(name) && value === day)),
  );
}

function Again({ job, isNext, operation: { id, path, changes, beginsToday } }: AgainProps) {
  const { timezone } = useAccount();
  const { openForm } = useAside();
  const standingOf = useStandingOf(job, changes);
  const [opening, setOpening] = useState(false);
  const again = async () => {
    setOpening(true);
    openForm(
      id,
      { ...requestAnew(job, beginsToday, timezone), ...targetOf(path, job.identifiers) },
      await standingOf(),
    );
  };
  return (
    <Button
      pending={opening}
      variant={isNext ? "primary" : "secondary"}
      icon={<Plus aria-hidden="true" />}
      onPress={() => void again()}
    >
      {isNext && job.refused ? words.correctAndSend : words.anotherOneLikeThis}
    </Button>
  );
}
