"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";
import { ProgressBar } from "#components/ui/progress-bar";
import { Skeleton } from "#components/ui/skeleton";
import { type JobFilters, jobsKey } from "#lib/browser/api/jobs";
import { atWork, type RetryProgress, retryAll, retryCount, retryOutcome } from "#lib/browser/api/retry-jobs";
import { useAccountId } from "#lib/browser/session/account";
import { jobsWords, retryWords, supersededWords } from "./retry-words.ts";

/** Shows the result of the retry once all new jobs have ended. */
function Outcome({ jobIds }: { jobIds: readonly number[] }) {
  const { data, isError } = useQuery(retryOutcome(useAccountId(), jobIds));
  if (isError) return <p>All jobs have ended. Failed jobs are in the list, with their reasons.</p>;
  if (!data) return <Skeleton className="h-5 w-64" />;
  return <p role="status">All jobs have ended. {retryWords(data)}</p>;
}

/** Shows the progress while the jobs are queued and until all have ended. */
function Progress({ progress, isQueuing }: { progress: RetryProgress; isQueuing: boolean }) {
  const { jobIds, remaining, superseded } = progress;
  const total = jobIds.length + remaining;
  const working = useQuery({ ...atWork(useAccountId(), jobIds), enabled: !isQueuing && jobIds.length > 0 });
  const ended = isQueuing ? 0 : jobIds.length - (working.data ?? jobIds.length);
  if (isQueuing) return <ProgressBar label="Queued again" value={jobIds.length} most={total} />;
  return (
    <>
      <ProgressBar label="Ended" value={ended} most={jobIds.length} />
      {superseded > 0 ? <p>{supersededWords(superseded)}</p> : null}
      {ended === jobIds.length ? (
        <Outcome jobIds={jobIds} />
      ) : (
        <p>The jobs continue in the background: you can close this.</p>
      )}
    </>
  );
}

interface RetryDialogProps {
  /** The selection, whose failed jobs are retried. */
  filters: JobFilters;
  onClose: () => void;
}

/** Counts the failed jobs of a selection, retries them on confirmation, and shows the progress. */
export function RetryDialog({ filters, onClose }: RetryDialogProps) {
  const accountId = useAccountId();
  const client = useQueryClient();
  const [progress, setProgress] = useState<RetryProgress | null>(null);
  const retry = useMutation({
    mutationFn: () => retryAll(accountId, filters, setProgress),
    onSettled: () => client.invalidateQueries({ queryKey: jobsKey(accountId) }),
  });
  const asking = retry.isIdle;
  // The count must not change once the retry has started.
  const count = useQuery({ ...retryCount(accountId, filters), enabled: asking });
  const found = count.data?.count ?? 0;
  const superseded = count.data?.superseded ?? 0;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={asking ? "Try failed jobs again" : `Trying ${jobsWords(found)} again`}
      footer={
        <>
          <Button variant={asking ? "secondary" : "primary"} onPress={onClose}>
            {asking ? "Cancel" : "Close"}
          </Button>
          {asking ? (
            <Button variant="primary" isDisabled={!count.isSuccess || found === 0} onPress={() => retry.mutate()}>
              {found === 0 ? "Try again" : `Try ${jobsWords(found)} again`}
            </Button>
          ) : null}
        </>
      }
    >
      {count.isPending ? <Skeleton className="h-10 w-full" /> : null}
      {count.isError ? (
        <Banner tone="danger" title="The jobs could not be counted" announce>
          {count.error.message}. Nothing was started.
        </Banner>
      ) : null}
      {asking && count.isSuccess ? (
        <p>
          {found === 0
            ? "No failed job of this selection is left to be tried again."
            : `${jobsWords(found)} of this selection failed and ${found === 1 ? "was" : "were"} not tried again yet. Each is sent once more as a new job, and nothing that reached the EMR is written twice.`}
        </p>
      ) : null}
      {asking && superseded > 0 ? <p>{supersededWords(superseded)}</p> : null}
      {progress ? <Progress progress={progress} isQueuing={retry.isPending} /> : null}
      {retry.isPending && !progress ? <ProgressBar label="Queued again" value={0} most={found} /> : null}
      {retry.isError ? (
        <Banner tone="danger" title="Not all jobs could be queued" announce>
          {retry.error.message}. The queued jobs continue; open this again for the others.
        </Banner>
      ) : null}
    </Dialog>
  );
}
