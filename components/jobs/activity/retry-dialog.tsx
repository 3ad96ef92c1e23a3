"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { Check } from "#components/ui/check";
import { Dialog } from "#components/ui/dialog";
import { ProgressBar } from "#components/ui/progress-bar";
import { Skeleton } from "#components/ui/skeleton";
import { type JobFilters, jobsKey } from "#lib/browser/api/jobs";
import { atWork, type RetryProgress, retryAll, retryCount, retryOutcome } from "#lib/browser/api/retry-jobs";
import { useAccountId } from "#lib/browser/session/account";
import { jobsWords, refusedWords, retryWords, supersededWords } from "./retry-words.ts";
import { words as todayWords } from "./today-words.ts";
import { words } from "./words.ts";

/** Shows the result of the retry once all new jobs have ended. */
function Outcome({ jobIds }: { jobIds: readonly number[] }) {
  const { data, isError } = useQuery(retryOutcome(useAccountId(), jobIds));
  if (isError) return <p>{words.allEndedUnknown}</p>;
  if (!data) return <Skeleton className="h-5 w-64" />;
  return (
    <p role="status">
      {words.allEnded} {retryWords(data)}
    </p>
  );
}

/** Shows the progress while the jobs are queued and until all have ended. */
function Progress({ progress, isQueuing }: { progress: RetryProgress; isQueuing: boolean }) {
  const { jobIds, remaining, superseded } = progress;
  const total = jobIds.length + remaining;
  const working = useQuery({ ...atWork(useAccountId(), jobIds), enabled: !isQueuing && jobIds.length > 0 });
  const ended = isQueuing ? 0 : jobIds.length - (working.data ?? jobIds.length);
  if (isQueuing) return <ProgressBar label={words.queuedAgain} value={jobIds.length} most={total} />;
  return (
    <>
      <ProgressBar label={words.ended} value={ended} most={jobIds.length} />
      {superseded > 0 ? <p>{supersededWords(superseded)}</p> : null}
      {ended === jobIds.length ? <Outcome jobIds={jobIds} /> : <p>{words.inBackground}</p>}
    </>
  );
}

interface QuestionProps {
  /** Number of jobs that would be retried. */
  found: number;
  refused: number;
  superseded: number;
  withRefused: boolean;
  onWithRefused: (withRefused: boolean) => void;
}

/** Says which jobs would be retried and which not, and lets the user choose about those that the EMR refused for good. */
function Question({ found, refused, superseded, withRefused, onWithRefused }: QuestionProps) {
  return (
    <>
      <p>{found === 0 ? words.noneLeft : words.toTry(jobsWords(found), found === 1)}</p>
      {refused > 0 ? (
        <div>
          <Check
            label={words.includeRefused(jobsWords(refused))}
            showLabel
            isChosen={withRefused}
            onChange={onWithRefused}
          />
          <p className="text-sm text-muted">{refusedWords(refused)}</p>
        </div>
      ) : null}
      {superseded > 0 ? <p>{supersededWords(superseded)}</p> : null}
    </>
  );
}

interface RetryDialogProps {
  /** The selection, whose failed jobs are retried. */
  filters: JobFilters;
  /** Whether jobs that the EMR refused for good are included at first: they were chosen one by one. */
  isHandpicked?: boolean;
  onClose: () => void;
}

/** Counts the failed jobs of a selection, retries them on confirmation, and shows the progress. */
export function RetryDialog({ filters, isHandpicked = false, onClose }: RetryDialogProps) {
  const accountId = useAccountId();
  const client = useQueryClient();
  const [progress, setProgress] = useState<RetryProgress | null>(null);
  const [withRefused, setWithRefused] = useState(isHandpicked);
  const chosen = withRefused ? filters : { ...filters, refused: "false" };
  const retry = useMutation({
    mutationFn: () => retryAll(accountId, chosen, setProgress),
    onSettled: () => client.invalidateQueries({ queryKey: jobsKey(accountId) }),
  });
  const asking = retry.isIdle;
  // The count must not change once the retry has started.
  const count = useQuery({ ...retryCount(accountId, filters), enabled: asking });
  const { refused = 0, superseded = 0, count: all = 0 } = count.data ?? {};
  const found = withRefused ? all : all - refused;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={asking ? words.tryFailedAgain : words.tryingAgain(jobsWords(found))}
      footer={
        <>
          <Button variant={asking ? "secondary" : "primary"} onPress={onClose}>
            {asking ? words.cancel : words.close}
          </Button>
          {asking ? (
            <Button variant="primary" isDisabled={!count.isSuccess || found === 0} onPress={() => retry.mutate()}>
              {found === 0 ? todayWords.tryAgain : words.tryCountAgain(jobsWords(found))}
            </Button>
          ) : null}
        </>
      }
    >
      {count.isPending ? <Skeleton className="h-10 w-full" /> : null}
      {count.isError ? (
        <Banner tone="danger" title={words.notCounted} announce>
          {count.error.message}. {words.nothingStarted}
        </Banner>
      ) : null}
      {asking && count.isSuccess ? (
        <Question {...{ found, refused, superseded, withRefused }} onWithRefused={setWithRefused} />
      ) : null}
      {progress ? <Progress progress={progress} isQueuing={retry.isPending} /> : null}
      {retry.isPending && !progress ? <ProgressBar label={words.queuedAgain} value={0} most={found} /> : null}
      {retry.isError ? (
        <Banner tone="danger" title={words.notAllQueued} announce>
          {retry.error.message}. {words.queuedContinue}
        </Banner>
      ) : null}
    </Dialog>
  );
}
