"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { PenLine, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { jobAmount } from "#components/jobs/job-gist";
import { PatientName } from "#components/jobs/patient-name";
import { useSimilarForm } from "#components/jobs/use-similar-form.ts";
import { Button } from "#components/ui/button";
import { DigestRow } from "#components/ui/digest";
import { RelativeTime } from "#components/ui/relative-time";
import { changeJob } from "#lib/browser/api/job-change";
import { jobsKey } from "#lib/browser/api/jobs";
import { useAside } from "#lib/browser/page/form-intent";
import { type OperationSummary, useAccountId, useIsGranted, useOperation } from "#lib/browser/session/account";
import type { JobModel } from "#lib/job-record/model";
import { formatMoney } from "#lib/kernel/money";
import { words } from "./today-words.ts";

interface StepProps {
  label: string;
  icon: ReactNode;
  job: JobModel;
  pending: boolean;
  onPress: () => void;
}

function Step({ label, icon, job, pending, onPress }: StepProps) {
  return (
    <Button
      size="sm"
      icon={icon}
      pending={pending}
      aria-label={`${label}: ${words.job(job.job_id)}`}
      onPress={onPress}
      // Drawn above the button that covers the row.
      className="relative z-1"
    >
      {label}
    </Button>
  );
}

/** Opens the form of a request that the EMR would refuse again. */
function Correct({ job, operation }: { job: JobModel; operation: OperationSummary }) {
  const open = useSimilarForm(job, operation);
  const opening = useMutation({ mutationFn: open });
  const { isPending, mutate } = opening;
  const icon = <PenLine aria-hidden="true" />;
  return <Step label={words.correctAndSend} icon={icon} job={job} pending={isPending} onPress={() => mutate()} />;
}

function TryAgain({ job }: { job: JobModel }) {
  const accountId = useAccountId();
  const client = useQueryClient();
  const { openJob } = useAside();
  const mayRetry = useIsGranted("jobs:retry");
  const retry = useMutation({
    ...changeJob(accountId, job.job_id, "retry", client),
    onSuccess: () => client.invalidateQueries({ queryKey: jobsKey(accountId) }),
    // The panel shows why it cannot be retried, and what can be done instead.
    onError: () => openJob(job.job_id),
  });
  if (!mayRetry) return null;
  const label = job.refused ? words.tryAgainUnchanged : words.tryAgain;
  const icon = <RotateCw aria-hidden="true" />;
  return <Step label={label} icon={icon} job={job} pending={retry.isPending} onPress={() => retry.mutate()} />;
}

/** Offers what most people do next: correct a request that the EMR refused for good, else try it again. */
function NextStep({ job }: { job: JobModel }) {
  const operation = useOperation(job.type);
  if (job.forgotten_at !== null) return null;
  return job.refused && operation ? <Correct job={job} operation={operation} /> : <TryAgain job={job} />;
}

/** Shows a failed job among others on the page Today, with its amount, its reason and the next step. */
export function FailedJob({ job, done }: { job: JobModel; done?: ReactNode }) {
  const { openJob } = useAside();
  const operation = useOperation(job.type);
  const amount = jobAmount(job);
  return (
    <DigestRow
      done={done}
      title={
        <button
          type="button"
          data-opens=""
          onClick={() => openJob(job.job_id)}
          className="rounded-sm text-left font-medium text-fg after:absolute after:inset-0 after:content-['']"
        >
          {operation?.name ?? job.type}{" "}
          <span className="font-normal text-faint tabular-nums">{words.job(job.job_id)}</span>
        </button>
      }
      detail={
        <>
          {job.patient_mrn ? (
            <span>
              <PatientName of={job} />
            </span>
          ) : null}
          {amount === null ? null : <span className="tabular-nums">{formatMoney(amount)}</span>}
          {/* Unlike other details, a reason may take a second line: its end often says what to mend. */}
          <span className="line-clamp-2 whitespace-normal! wrap-anywhere" title={job.failure_reason ?? undefined}>
            {job.failure_reason}
          </span>
        </>
      }
      end={
        <span className="flex items-center gap-3">
          <span className="max-sm:hidden">
            <RelativeTime at={job.finished_at ?? job.created_at} />
          </span>
          <NextStep job={job} />
        </span>
      }
    />
  );
}
