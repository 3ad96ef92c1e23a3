import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useRef, useState } from "react";
import type { z } from "zod";
import { newId } from "#lib/core/id";
import { problemsByField } from "#lib/core/validation";
import { ApiFailure, isPassing } from "./api-failure.ts";

interface CheckedForm<Schema extends z.ZodObject, Answer> {
  /** The schema that the server checks the same body by. */
  schema: Schema;
  initial: z.input<Schema>;
  /** What the fields are called, by name. */
  labels: Partial<Record<keyof z.input<Schema> & string, string>>;
  send(body: z.infer<Schema>, idempotencyKey: string): Promise<Answer>;
  onDone(answer: Answer): void;
}

/**
 * A small form whose schema is the API's own: what it says of a field stands beside it. Sending is safe to repeat: one
 * key is held until something is changed, so that a lost answer or a double click makes nothing twice.
 */
export function useCheckedForm<Schema extends z.ZodObject, Answer>(form: CheckedForm<Schema, Answer>) {
  const { schema, initial, labels, send, onDone } = form;
  type Values = z.input<Schema>;
  const [values, setValues] = useState<Values>(initial);
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const key = useRef<string | null>(null);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (body: z.infer<Schema>) => {
      key.current ??= newId();
      return send(body, key.current);
    },
    retry: (failures, failure) => failures < 2 && isPassing(failure),
    onSuccess: onDone,
  });

  const check = (given: Values): z.infer<Schema> | null => {
    const parsed = schema.safeParse(given);
    setProblems(parsed.success ? new Map() : problemsByField(parsed.error, given));
    return parsed.success ? parsed.data : null;
  };

  return {
    values,
    isPending,
    /** What the server refused, or that it did not answer; null where neither. */
    failure: error instanceof ApiFailure ? error : null,
    set<Name extends keyof Values & string>(name: Name, value: Values[Name]): void {
      const changed = { ...values, [name]: value };
      setValues(changed);
      key.current = null;
      if (error) reset();
      if (problems.size > 0) check(changed);
    },
    /** What is wrong with a field, by the field's own label. */
    problem(name: keyof Values & string): string | undefined {
      return problems.get(name)?.replace(name, labels[name as keyof typeof labels] ?? name);
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
