import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import type { z } from "zod";
import { ApiFailure, isPassing } from "#lib/browser/api/api-failure";
import type { Problem } from "#lib/kernel/field-error";
import { problemsOf } from "#lib/kernel/validation";
import { SubmissionKey } from "./submission-key.ts";
import type { KeptDraft } from "./use-draft.ts";

interface CheckedForm<Schema extends z.ZodObject, Answer> {
  /** The schema that the server checks the same body by. */
  schema: Schema;
  initial: z.input<Schema>;
  /** What the fields are called, by name. */
  labels: Partial<Record<keyof z.input<Schema> & string, string>>;
  send(body: z.infer<Schema>, idempotencyKey: string): Promise<Answer>;
  onDone(answer: Answer): void;
  /** Keeps what is typed until it was sent. */
  draft?: KeptDraft;
}

/**
 * A small form whose schema is the API's own: what it says of a field stands beside it. Sending is safe to repeat: one
 * key is held while the same is sent, so that a lost answer or a double click makes nothing twice.
 */
export function useCheckedForm<Schema extends z.ZodObject, Answer>(form: CheckedForm<Schema, Answer>) {
  const { schema, initial, labels, send, onDone, draft } = form;
  type Values = z.input<Schema>;
  const [restored, setRestored] = useState(Boolean(draft?.found));
  const [values, setValues] = useState<Values>({ ...initial, ...draft?.found });
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [key] = useState(() => draft?.key ?? new SubmissionKey());
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (body: z.infer<Schema>) => {
      const under = key.forBody(body);
      // With the key: sent again after a reload it must still be the same request.
      draft?.keep(values);
      return send(body, under);
    },
    retry: (failures, failure) => failures < 2 && isPassing(failure),
    onSuccess: (answer) => {
      draft?.drop();
      onDone(answer);
    },
  });

  const check = (given: Values): z.infer<Schema> | null => {
    const parsed = schema.safeParse(given);
    setProblems(parsed.success ? [] : problemsOf(parsed.error, given));
    return parsed.success ? parsed.data : null;
  };

  return {
    values,
    isPending,
    /** True while the form shows what was typed before and never sent. */
    restored,
    /** Throws away what was typed. */
    startOver(): void {
      draft?.drop();
      setRestored(false);
      setValues(initial);
      setProblems([]);
      reset();
    },
    /** What the server refused, or that it did not answer; null where neither. */
    failure: error instanceof ApiFailure ? error : null,
    set<Name extends keyof Values & string>(name: Name, value: Values[Name]): void {
      const changed = { ...values, [name]: value };
      setValues(changed);
      draft?.keep(changed);
      if (error) reset();
      if (problems.length > 0) check(changed);
    },
    /** What is wrong with a field, by the field's own label. */
    problem(name: keyof Values & string): string | undefined {
      const errors = error instanceof ApiFailure ? error.errors : [];
      const found = [...problems, ...errors].find(({ field }) => field === name);
      return found && `${labels[name as keyof typeof labels] ?? name} ${found.message}`;
    },
    submit(event: SubmitEvent<HTMLFormElement>): void {
      event.preventDefault();
      if (isPending) return;
      const element = event.currentTarget;
      const body = check(values);
      if (body) mutate(body);
      // What needs another look stands once the problems are drawn.
      else requestAnimationFrame(() => element.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    },
  };
}
