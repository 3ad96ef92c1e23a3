"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { KeptBanner } from "#components/ui/kept-banner";
import { RadioGroup } from "#components/ui/radio-group";
import { TextField } from "#components/ui/text-field";
import { reconcileJob } from "#lib/browser/api/job-change";
import { useCheckedForm } from "#lib/browser/drafts/checked-form";
import { useDraft } from "#lib/browser/drafts/use-draft";
import { type JobTypeSummary, useAccountId } from "#lib/browser/session/account";
import type { JobDetailModel } from "#lib/jobs/record/model";
import { reconciliationInput } from "#lib/jobs/record/reconciliation";
import type { JobStory } from "./job-story.ts";
import { LookFor } from "./look-for.tsx";

const CHOICES = [
  { id: "held", name: "Held by the EMR" },
  { id: "not_held", name: "Not held by the EMR" },
];

/** What each choice does. */
const MEANINGS = {
  held: "The job completes with the EMR's id, and the one event that says so is sent.",
  not_held:
    "The job fails as “not held by the EMR”, and the one event that says so is sent. It can be tried again then.",
};

/** Of a job that only reads. */
const ENDS =
  "It only reads, so the EMR holds nothing of it. The job fails, and the one event that says so is sent. It can be tried again then.";

interface SettleJobProps {
  job: JobDetailModel;
  story: JobStory;
  effect: JobTypeSummary["effect"];
}

/** Settles a job that waits for a person: what to look for in the EMR, and what was found there (decisions §6). */
export function SettleJob({ job, story, effect }: SettleJobProps) {
  const accountId = useAccountId();
  const client = useQueryClient();
  const mayBeHeld = effect === "writes";
  const form = useCheckedForm({
    schema: reconciliationInput,
    initial: { outcome: mayBeHeld ? ("held" as const) : ("not_held" as const), emr_id: undefined },
    labels: { outcome: "The outcome", emr_id: "The EMR's id" },
    draft: useDraft("reconcile", String(job.job_id), ["outcome", "emr_id"]),
    send: (body, key) => reconcileJob(accountId, job.job_id, body, key, client),
    onDone: () => undefined,
  });
  const { outcome, emr_id } = form.values;
  return (
    <>
      {mayBeHeld ? <LookFor job={job} attempts={story.attempts} /> : null}
      <form
        noValidate
        aria-label={`Settle job ${job.job_id}`}
        onSubmit={form.submit}
        className="flex flex-col gap-4 rounded-md border border-line p-4"
      >
        {form.restored ? <KeptBanner onStartEmpty={form.startOver} /> : null}
        {mayBeHeld ? (
          <>
            <RadioGroup
              label="What the EMR shows"
              required
              options={CHOICES}
              value={outcome}
              onChange={(given) => form.set("outcome", given === "held" ? "held" : "not_held")}
              help={MEANINGS[outcome]}
            />
            {outcome === "held" ? (
              <TextField
                label="The EMR's id"
                required
                help="Of what it holds: its own number there"
                value={emr_id ?? ""}
                onChange={(given) => form.set("emr_id", given === "" ? undefined : given)}
                error={form.problem("emr_id")}
              />
            ) : null}
          </>
        ) : (
          <p>{ENDS}</p>
        )}
        {form.failure ? (
          <Banner tone="danger" title={form.failure.message} announce>
            Sending it again is safe: a job is settled once.
          </Banner>
        ) : null}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button type="submit" variant={outcome === "held" ? "primary" : "danger"} pending={form.isPending}>
            {outcome === "held" ? `Complete job ${job.job_id} as held` : `End job ${job.job_id} as not held`}
          </Button>
          <p className="text-sm text-muted">This can't be undone.</p>
        </div>
      </form>
    </>
  );
}
