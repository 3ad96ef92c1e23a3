"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { BoundField } from "#components/ui/bound-field";
import { Button } from "#components/ui/button";
import { Form } from "#components/ui/form";
import { RadioGroup } from "#components/ui/radio-group";
import { TextField } from "#components/ui/text-field";
import { reconcileJob } from "#lib/browser/api/job-change";
import { useDraft } from "#lib/browser/drafts/use-draft";
import { withoutEmpties } from "#lib/browser/forms/form-values";
import { useSchemaForm } from "#lib/browser/forms/use-schema-form";
import { type JobTypeSummary, useAccountId, useOperation } from "#lib/browser/session/account";
import type { JobDetailModel } from "#lib/job-record/model";
import { reconciliationInput } from "#lib/job-record/reconciliation";
import type { JobStory } from "./job-story.ts";
import { LookFor } from "./look-for.tsx";
import { words } from "./words.ts";

const CHOICES = [
  { id: "held", name: words.heldByEmr },
  { id: "not_held", name: words.notHeld },
];

/** The effect of each choice. */
const MEANINGS = {
  held: words.heldEffect,
  not_held: words.notHeldEffect,
};

/** The effect for a job that only reads. */
const ENDS = words.readsOnlyEffect;

/** Returns the texts of the fields; `partOf` is the record that contains the one that was sent. */
const fieldsOf = (partOf: string = words.containingRecord) => ({
  outcome: { label: words.findingInTheEmr },
  emr_id: {
    label: words.emrId,
    help: words.emrIdHelp,
    missing: words.emrIdMissing,
    required: true,
  },
  emr_parent_id: {
    label: words.emrIdOf(partOf),
    help: words.emrIdOfHelp(partOf),
  },
});

const OUTCOMES = {
  refused: words.notSettled,
  unknown: words.settlingUnknown,
};

interface SettleJobProps {
  job: JobDetailModel;
  story: JobStory;
  effect: JobTypeSummary["effect"];
}

/** Settles a job left to a user: shows the record to look for in the EMR, and asks for the finding (decisions §6). */
export function SettleJob({ job, story, effect }: SettleJobProps) {
  const accountId = useAccountId();
  const client = useQueryClient();
  const mayBeHeld = effect === "writes";
  const partOf = useOperation(job.type)?.partOf;
  const form = useSchemaForm({
    schema: reconciliationInput,
    fields: fieldsOf(partOf),
    initial: { outcome: mayBeHeld ? "held" : "not_held", emr_id: "", emr_parent_id: "" },
    // An id typed before switching to the other choice is not sent.
    bodyOf: ({ outcome, ...ids }) => (outcome === "held" ? { outcome, ...withoutEmpties(ids) } : { outcome }),
    draft: useDraft("reconcile", String(job.job_id)),
    outcomes: OUTCOMES,
    send: (body, key) => reconcileJob(accountId, job.job_id, body, key, client),
    onDone: () => undefined,
  });
  const outcome = useWatch({ control: form.methods.control, name: "outcome" });
  const isHeld = outcome === "held";
  return (
    <>
      {mayBeHeld ? <LookFor job={job} attempts={story.attempts} /> : null}
      <Form
        form={form}
        label={words.settleJob(job.job_id)}
        className="flex flex-col gap-4 rounded-md border border-line p-4"
      >
        {mayBeHeld ? (
          <BoundField form={form} name="outcome">
            {(field) => <RadioGroup {...field} options={CHOICES} help={isHeld ? MEANINGS.held : MEANINGS.not_held} />}
          </BoundField>
        ) : (
          <p>{ENDS}</p>
        )}
        {mayBeHeld && isHeld ? (
          <BoundField form={form} name="emr_id">
            {(field) => <TextField {...field} />}
          </BoundField>
        ) : null}
        {partOf && isHeld ? (
          <BoundField form={form} name="emr_parent_id">
            {(field) => <TextField {...field} />}
          </BoundField>
        ) : null}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button type="submit" variant={isHeld ? "primary" : "danger"} pending={form.isPending}>
            {isHeld ? words.completeAsHeld(job.job_id) : words.endAsNotHeld(job.job_id)}
          </Button>
          <p className="text-sm text-muted">{words.notUndone}</p>
        </div>
      </Form>
    </>
  );
}
