"use client";

import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button";
import { Form } from "#components/ui/form";
import { type SandboxBehavior, type SandboxTraits, sandboxTraits } from "#lib/administration/sandbox/model";
import { BEHAVIOR_WORDS, type Words } from "#lib/administration/sandbox/words";
import { behaviorKey, changeBehavior } from "#lib/browser/api/sandbox-behavior";
import type { FieldText } from "#lib/browser/forms/field-text";
import { useSchemaForm } from "#lib/browser/forms/use-schema-form";
import { useSeen } from "#lib/browser/forms/use-seen";
import { useAccountId } from "#lib/browser/session/account";
import { BreakTrait, LimitAnswerTrait, ListTrait, NumberTrait, OptionalNumberTrait } from "./trait-fields.tsx";
import { words } from "./words.ts";

/** Returns the texts of a setting's field. */
const textOf = ({ label, meaning, none }: Words): FieldText =>
  none ? { label, help: words.emptyFor(meaning, none), required: false } : { label, help: meaning };

const FIELDS = Object.fromEntries(
  Object.entries(BEHAVIOR_WORDS).map(([name, trait]) => [name, textOf(trait)]),
) as Record<keyof SandboxTraits, FieldText>;

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 text-base font-semibold">{title}</legend>
      <div className="flex flex-col gap-4">{children}</div>
    </fieldset>
  );
}

const NAMES = Object.keys(sandboxTraits.shape) as (keyof SandboxTraits)[];

/** Returns a setting with its value, such as `Latency: 200`. */
function settingOf(name: keyof SandboxTraits, behavior: SandboxBehavior): string {
  const { label, none = "" }: Words = BEHAVIOR_WORDS[name];
  return `${label}: ${behavior[name] ?? none}`;
}

/** Returns the settings of the form that another has changed. */
const changesBetween = (seen: SandboxBehavior, current: SandboxBehavior): string[] =>
  NAMES.filter((name) => seen[name] !== current[name]).map((name) => settingOf(name, current));

/** Edits how the simulated EMR slows down, limits calls and misleads its callers; saved together. */
export function BehaviorForm({ behavior }: { behavior: SandboxBehavior }) {
  const accountId = useAccountId();
  const client = useQueryClient();
  const { save, setSeen } = useSeen(behavior, {
    title: words.savedMeanwhile,
    changesBetween,
    replacesNamedAlone: true,
  });
  const form = useSchemaForm({
    schema: sandboxTraits,
    fields: FIELDS,
    initial: sandboxTraits.parse(behavior),
    send: (body) => save((ifMatch) => changeBehavior(accountId, body, ifMatch)),
    onDone: (changed) => {
      setSeen(changed);
      client.setQueryData(behaviorKey(accountId), changed);
      form.methods.reset(sandboxTraits.parse(changed), { keepIsSubmitSuccessful: true });
    },
  });
  const { isSubmitSuccessful, isDirty } = form.methods.formState;
  return (
    <Form form={form} label={words.behavior} className="flex flex-col gap-5">
      <div className="grid gap-x-8 gap-y-6 md:grid-cols-3">
        <Group title={words.slowAndOut}>
          <NumberTrait form={form} name="latency_ms" />
          <NumberTrait form={form} name="slow_page_ms" />
          <NumberTrait form={form} name="fault_rate" />
          <NumberTrait form={form} name="empty_after_outage_s" />
        </Group>
        <Group title={words.limits}>
          <OptionalNumberTrait form={form} name="rate_limit_per_minute" />
          <NumberTrait form={form} name="rate_limit_window_s" />
          <LimitAnswerTrait form={form} />
          <OptionalNumberTrait form={form} name="token_calls" />
          <NumberTrait form={form} name="page_records" />
        </Group>
        <Group title={words.falseAnswers}>
          <NumberTrait form={form} name="cut_after_commit_rate" />
          <NumberTrait form={form} name="error_after_commit_rate" />
          <ListTrait form={form} name="short_kind" />
          <ListTrait form={form} name="broken_kind" />
          <BreakTrait form={form} />
        </Group>
      </div>
      <div className="flex items-center gap-3">
        <Button type="submit" pending={form.isPending}>
          {words.save}
        </Button>
        <span role="status" className="text-sm text-muted">
          {isSubmitSuccessful && !isDirty && !form.failure ? words.saved : null}
        </span>
      </div>
    </Form>
  );
}
