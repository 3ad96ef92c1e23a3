"use client";

import { Banner } from "#components/ui/banner";
import { isPlainClick, Link } from "#components/ui/link";
import { useAside } from "#lib/browser/page/form-intent";
import { type JobTypeSummary, useAccountId } from "#lib/browser/session/account";
import type { JobDetailModel, JobStanding } from "#lib/job-record/model";
import { Countdown } from "./countdown.tsx";
import { doubtTitle } from "./doubt-words.tsx";
import { asSentence } from "./field-words.ts";
import type { JobStory } from "./job-story.ts";
import { jobWait } from "./job-wait.ts";
import { LeftToPerson } from "./left-to-person.tsx";
import { words } from "./words.ts";

type Effect = JobTypeSummary["effect"];

/** Names the blocking job: both change the same record, and jobs run in the order of acceptance. */
function WaitsFor({ jobId }: { jobId: number }) {
  const accountId = useAccountId();
  const { openJob } = useAside();
  return (
    <Banner
      tone="neutral"
      title={
        <>
          {words.waitsFor}{" "}
          <Link
            href={`/a/${accountId}/jobs/${jobId}`}
            onClick={(event) => {
              if (!isPlainClick(event)) return;
              event.preventDefault();
              openJob(jobId);
            }}
          >
            {words.jobNumbered(jobId)}
          </Link>
          {words.changesSameRecord}
        </>
      }
    >
      {words.continuesAfter}
    </Banner>
  );
}

/** Returns the title of a job's next attempt, which says whether the EMR may already hold the record. */
function attemptTitle({ doubt }: JobStanding, effect: Effect): string {
  if (doubt) return doubtTitle(doubt);
  return effect === "writes" ? words.notConfirmed : words.notAnswered;
}

const nothingToDo = (effect: Effect) => words.nothingToDo(effect === "writes");

interface JobWaitingProps {
  job: JobDetailModel;
  standing: JobStanding;
  story: JobStory;
  effect: Effect;
}

/** Shows the reason why an unfinished job waits: its next attempt, another job, a user, or the confirmation. */
export function JobWaiting({ job, standing, story, effect }: JobWaitingProps) {
  const { doubt } = standing;
  const wait = jobWait(job, standing);
  const at = job.next_attempt_at ?? "";
  switch (wait) {
    case null:
      return null;
    case "person":
      return <LeftToPerson job={job} standing={standing} story={story} effect={effect} />;
    case "job":
      return job.waiting_for === null ? null : <WaitsFor jobId={job.waiting_for} />;
    case "hold":
      return (
        <Banner tone="info" title={words.aboutToBeSent}>
          {words.itIsSent} <Countdown until={at} />. {words.cancelToTakeBack}
        </Banner>
      );
    case "login":
      return (
        <Banner tone="warning" title={doubt ? doubtTitle(doubt) : words.loginLost}>
          {words.goesOnAfterLogin(effect === "writes")}
        </Banner>
      );
    case "event":
      return (
        <Banner tone="info" title={doubt ? doubtTitle(doubt) : words.emrAccepted}>
          {words.reportsOutcome} {nothingToDo(effect)}
        </Banner>
      );
    case "log":
      return (
        <Banner tone="warning" title={attemptTitle(standing, effect)}>
          {`${asSentence(job.waiting_reason ?? "")}. ${words.ifNothingIsFound}`} <Countdown until={at} />.{" "}
          {nothingToDo(effect)}
        </Banner>
      );
    case "attempt":
      return (
        <Banner tone="warning" title={attemptTitle(standing, effect)}>
          {job.waiting_reason
            ? `${asSentence(job.waiting_reason)} · ${words.nextAttempt.toLowerCase()}`
            : words.nextAttempt}{" "}
          <Countdown until={at} />. {nothingToDo(effect)}
        </Banner>
      );
    case "confirmation":
      return <p className="text-muted">{words.awaitingConfirmation}</p>;
    case "answer":
      return (
        <Banner tone="warning" title={doubtTitle(doubt)}>
          {words.askedAgain} {nothingToDo(effect)}
        </Banner>
      );
  }
}
