"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { Banner, type BannerProps } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import type { OpenSlot } from "#lib/browser/api/availability";
import { jobDetail } from "#lib/browser/api/job";
import { newestStanding, sentStandings } from "#lib/browser/live/job-standing";
import { useAccountId } from "#lib/browser/session/account";
import type { JobModel } from "#lib/job-record/model";
import type { LocationModel } from "#lib/resources/locations/model";
import { words } from "./booking-words.ts";
import { CallTheClinic } from "./call-the-clinic.tsx";
import { type Choice, VisitFacts } from "./visit-facts.tsx";

/** The stream tells a change at once; a broken connection may lose one. */
const LOOK_AGAIN_MS = 4_000;

/** `taken`: another has the time by now. */
type Outcome = "sent" | "slow" | "unsure" | "booked" | "taken" | "refused";

const hasEnded = (state: string): boolean => state === "completed" || state === "failed" || state === "cancelled";

function outcomeOf(standing: JobModel["standing"], reasons: JobModel["reasons"]): Outcome {
  if (standing.state === "completed") return "booked";
  if (hasEnded(standing.state)) return reasons.some(({ code }) => code === "overlap") ? "taken" : "refused";
  if (standing.needs_person || standing.doubt !== null) return "unsure";
  return standing.retrying ? "slow" : "sent";
}

/** Follows a visit that was sent, by its job's live states, until its end. */
function useOutcome(jobId: number): Outcome {
  const accountId = useAccountId();
  const sent = useQuery(sentStandings(accountId)).data.get(jobId);
  const { data: job, isError } = useQuery({
    ...jobDetail(accountId, jobId),
    refetchInterval: ({ state: { data } }) => (data && hasEnded(data.standing.state) ? false : LOOK_AGAIN_MS),
  });
  const standing = job ? newestStanding(job, sent) : sent;
  if (!standing) return "sent";
  // Why it was not booked stands in the job alone, which is read again by then.
  const isKnown = standing.state === "completed" || !hasEnded(standing.state) || isError;
  if (!isKnown && !(job && hasEnded(job.standing.state))) return "sent";
  return outcomeOf(standing, job?.reasons ?? []);
}

const SHOWN: Record<Exclude<Outcome, "taken">, { tone: BannerProps["tone"]; title: string; hint: string | null }> = {
  sent: { tone: "info", title: words.sent, hint: words.sentHint },
  slow: { tone: "info", title: words.sent, hint: words.slow },
  unsure: { tone: "warning", title: words.unsure, hint: words.unsureHint },
  booked: { tone: "success", title: words.booked, hint: null },
  refused: { tone: "danger", title: words.notBooked, hint: words.refusedHint },
};

interface VisitOutcomeProps {
  jobId: number;
  choice: Choice;
  locations: readonly LocationModel[];
  /** Called when another has the time by now. */
  onTaken: (slot: OpenSlot) => void;
  /** Begins again with the free times. */
  onAgain: () => void;
}

/** Shows what became of a visit that was sent: accepted, then booked or refused. Its changes are announced. */
export function VisitOutcome({ jobId, choice, locations, onTaken, onAgain }: VisitOutcomeProps) {
  const outcome = useOutcome(jobId);
  const isTaken = outcome === "taken";
  const { slot } = choice;
  useEffect(() => {
    if (isTaken) onTaken(slot);
  }, [isTaken, onTaken, slot]);
  const { tone, title, hint } = SHOWN[isTaken ? "refused" : outcome];
  const again: ReactNode =
    outcome === "booked" || outcome === "refused" ? (
      <Button className="self-start" onPress={onAgain}>
        {outcome === "booked" ? words.next : words.another}
      </Button>
    ) : null;
  return (
    <div className="flex max-w-2xl flex-col gap-5">
      <div role="status">
        <Banner tone={tone} title={title}>
          {hint ? <p>{hint}</p> : null}
          {outcome === "refused" || outcome === "unsure" ? <CallTheClinic locations={locations} /> : null}
        </Banner>
      </div>
      <VisitFacts {...choice} locations={locations} />
      {again}
    </div>
  );
}
