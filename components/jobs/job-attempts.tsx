import { tookWords } from "#components/ui/span-words";
import { Countdown } from "./countdown.tsx";
import { asSentence } from "./field-words.ts";
import { type AttemptStory, nextNumber } from "./job-story.ts";
import { words } from "./words.ts";

const WORDS: Record<AttemptStory["outcome"], string> = {
  running: words.inProgress,
  succeeded: words.succeeded,
  failed: words.failed,
  lost: words.interrupted,
  unstored: words.notStored,
  postponed: words.postponed,
};

interface JobAttemptsProps {
  attempts: AttemptStory[];
  /** Time of the next attempt, ISO 8601. */
  nextAt: string | null;
  /** True if no attempt ended the job: it was cancelled or left to a user. */
  hasNoOutcome: boolean;
}

/**
 * Lists every attempt with its reason, and a countdown to the next. Renders nothing if the first attempt ended the job.
 */
export function JobAttempts({ attempts, nextAt, hasNoOutcome }: JobAttemptsProps) {
  if (attempts.length < (hasNoOutcome ? 1 : 2) && nextAt === null) return null;
  return (
    <section aria-label={words.attempts}>
      <h3 className="text-xs font-medium text-muted">{words.attempts}</h3>
      <ol className="mt-2 divide-y divide-line border-y border-line">
        {attempts.map((attempt) => (
          <li key={attempt.startedAt} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-2">
            <span className="w-5 text-muted tabular-nums">{attempt.number}</span>
            <span className="font-medium">{WORDS[attempt.outcome]}</span>
            {attempt.reason ? <span className="min-w-0 flex-1 text-muted">{asSentence(attempt.reason)}</span> : null}
            {attempt.endedAt ? (
              <span className="ml-auto text-xs text-muted tabular-nums">
                {tookWords(attempt.startedAt, attempt.endedAt)}
              </span>
            ) : null}
          </li>
        ))}
        {nextAt ? (
          <li className="flex items-baseline gap-x-3 py-2">
            <span className="w-5 text-muted tabular-nums">{nextNumber(attempts)}</span>
            <span className="text-muted">
              {words.nextAttempt} <Countdown until={nextAt} />
            </span>
          </li>
        ) : null}
      </ol>
    </section>
  );
}
