"use client";

import { useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useEffect } from "react";
import { useJob } from "#components/jobs/use-job";
import { Announcement } from "#components/ui/announcement";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { IconButton } from "#components/ui/icon-button";
import { forgetChange, forgetJob, type StatusChange, settleChange } from "#lib/browser/api/change-status";
import { useAside } from "#lib/browser/page/form-intent";
import { useAccountId } from "#lib/browser/session/account";
import { useStatusChanges } from "./use-status-changes.ts";
import { type StatusWords, useStatusWords } from "./use-status-words.ts";
import { words } from "./words.ts";

/** Waits for the end of a change's job and reports it; renders nothing. */
function Follow({ jobId, id }: { jobId: number; id: string }) {
  const accountId = useAccountId();
  const client = useQueryClient();
  const { job, standing } = useJob(jobId);
  const state = standing?.state;
  const reason = job?.failure_reason ?? words.jobFailed;
  // The stream's message arrives before the record with the reason.
  const hasEnded = state === job?.status && (state === "completed" || state === "failed" || state === "cancelled");
  useEffect(() => {
    if (hasEnded && state === "cancelled") forgetJob(client, accountId, jobId);
    else if (hasEnded) void settleChange(client, accountId, id, state === "completed" ? null : reason);
  }, [client, accountId, id, jobId, hasEnded, state, reason]);
  return null;
}

function Failed({ change, statuses }: { change: StatusChange; statuses: StatusWords }) {
  const accountId = useAccountId();
  const client = useQueryClient();
  const { openJob } = useAside();
  const { emrAppointmentId, patientName, to, jobId, reason } = change;
  return (
    <Banner
      tone="danger"
      announce
      title={words.wasNotSetTo(patientName, statuses.get(to) ?? to)}
      action={
        <span className="flex items-center gap-1">
          {jobId === null ? null : (
            <Button variant="link" onPress={() => openJob(jobId)}>
              {words.showJob}
            </Button>
          )}
          <IconButton label={words.dismiss} onPress={() => forgetChange(client, accountId, emrAppointmentId)}>
            <X />
          </IconButton>
        </span>
      }
    >
      {reason}.
    </Banner>
  );
}

/** Follows the status changes made in this tab and shows their outcomes. */
export function ShownOutcomes() {
  const statuses = useStatusWords();
  const changes = [...useStatusChanges().values()];
  const last = changes.findLast(({ state }) => state === "completed");
  return (
    <>
      {changes.map(({ emrAppointmentId: id, jobId, state }) =>
        jobId !== null && state === "running" ? <Follow key={jobId} jobId={jobId} id={id} /> : null,
      )}
      {changes
        .filter(({ state }) => state === "failed")
        .map((change) => (
          <Failed key={change.emrAppointmentId} change={change} statuses={statuses} />
        ))}
      <Announcement>{last ? words.isNow(last.patientName, statuses.get(last.to) ?? last.to) : ""}</Announcement>
    </>
  );
}
