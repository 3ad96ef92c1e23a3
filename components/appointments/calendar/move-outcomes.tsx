"use client";

import { useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { words as statusTexts } from "#components/appointments/status/words.ts";
import { useJob } from "#components/jobs/use-job";
import { Announcement } from "#components/ui/announcement";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { IconButton } from "#components/ui/icon-button";
import { forgetMove, settleMove, type VisitMove, type VisitMoves, type VisitPlace } from "#lib/browser/api/move-visit";
import { useAside } from "#lib/browser/page/form-intent";
import { useAccount } from "#lib/browser/session/account";
import { clinicDay, clinicTime } from "./day-words.ts";
import { words } from "./move-words.ts";

const whereWords = ({ datetime, provider_name }: VisitPlace, timeZone: string): string =>
  words.with(`${clinicDay(datetime, timeZone)}, ${clinicTime(datetime, timeZone)}`, provider_name);

/** Waits for the end of a move's job and records it; renders nothing. */
function Follow({ jobId, id, onMoved }: { jobId: number; id: string; onMoved: () => void }) {
  const { id: accountId } = useAccount();
  const client = useQueryClient();
  const { job, standing } = useJob(jobId);
  const state = standing?.state;
  // The stream's message arrives before the record with the reason.
  const reason = state === "failed" && job?.status === "failed" ? (job.failure_reason ?? statusTexts.jobFailed) : null;
  const say = useEffectEvent(onMoved);
  useEffect(() => {
    if (state === "cancelled") forgetMove(client, accountId, id);
    if (state === "completed") say();
    if (state === "completed" || reason !== null) void settleMove(client, accountId, id, reason);
  }, [client, accountId, id, state, reason]);
  return null;
}

function Failed({ move }: { move: VisitMove }) {
  const { id: accountId, timezone } = useAccount();
  const client = useQueryClient();
  const { openJob } = useAside();
  const { id, title, from, to, jobId, reason } = move;
  return (
    <Banner
      tone="danger"
      announce
      title={words.wasNotMoved(title, whereWords(to, timezone))}
      action={
        <span className="flex items-center gap-1">
          {jobId === null ? null : (
            <Button variant="link" onPress={() => openJob(jobId)}>
              {statusTexts.showJob}
            </Button>
          )}
          <IconButton label={statusTexts.dismiss} onPress={() => forgetMove(client, accountId, id)}>
            <X />
          </IconButton>
        </span>
      }
    >
      {reason}. {words.stays(whereWords(from, timezone))}
    </Banner>
  );
}

/** Follows the moves made in this tab and shows their outcomes: failures until they are dismissed, successes as announcements. */
export function MoveOutcomes({ moves }: { moves: VisitMoves }) {
  const { timezone } = useAccount();
  const [said, setSaid] = useState("");
  const all = [...moves.values()];
  const failed = all.filter(({ state }) => state === "failed");
  return (
    <>
      {all.map(({ id, title, to, jobId, state }) =>
        jobId !== null && state === "running" ? (
          <Follow
            key={jobId}
            jobId={jobId}
            id={id}
            onMoved={() => setSaid(words.wasMoved(title, whereWords(to, timezone)))}
          />
        ) : null,
      )}
      {failed.length > 0 ? (
        <div className="mb-2 flex flex-col gap-2">
          {failed.map((move) => (
            <Failed key={move.id} move={move} />
          ))}
        </div>
      ) : null}
      <Announcement>{said}</Announcement>
    </>
  );
}
