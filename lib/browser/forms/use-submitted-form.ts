import { type BaseSyntheticEvent, useCallback, useEffect, useRef, useState } from "react";
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import { ApiFailure, jobInTheWay } from "#lib/browser/api/api-failure";
import { candidatesIn } from "#lib/browser/api/candidates";
import { formErrors } from "#lib/browser/api/form-errors";
import { SubmissionKey } from "#lib/browser/drafts/submission-key";
import type { KeptDraft } from "#lib/browser/drafts/use-draft";
import { reportExpired } from "#lib/browser/session/session-expiry";
import { type FailureWords, type FormOutcomes, failureWords, Refused } from "./failure-words.ts";
import type { FieldTexts } from "./field-text.ts";
import { sameValues } from "./form-values.ts";
import { judgeAnew } from "./judge-anew.ts";
import { sendAgain } from "./send-again.ts";

/** What a person is asked once before a request is sent. */
export interface SendQuestion {
  /** The question, with the amount in words. */
  title: string;
  /** Why it is asked, a sentence each. */
  reasons: readonly string[];
  /** Label of the button that sends it. */
  action: string;
}

export interface FormSubmission<Values extends FieldValues, Body extends FieldValues, Answer> {
  fields: FieldTexts;
  resolver: Resolver<Values, unknown, Body>;
  /** The values of the untouched form. */
  initial: Values;
  /** Keeps the values until they are sent. */
  draft?: KeptDraft | undefined;
  outcomes?: FormOutcomes | undefined;
  /** Number of retries after a lost connection; 0 if sending twice is not safe. */
  retries?: number | undefined;
  /**
   * Sends the body by `go`, or does not, because the person is asked first. `isRepeated`: the same body was sent before.
   * Sent at once by default.
   */
  guard?: ((body: Body, go: () => Promise<void>, isRepeated: boolean) => Promise<void>) | undefined;
  /** Throws an ApiFailure, or Refused. */
  send(body: Body, idempotencyKey: string): Promise<Answer>;
  onDone(answer: Answer): void;
}

export interface SubmittedForm<Values extends FieldValues, Body extends FieldValues> {
  methods: UseFormReturn<Values, unknown, Body>;
  fields: FieldTexts;
  /** The last submission's failure, except for what is shown at the fields; null if there is none. */
  failure: FailureWords | null;
  isPending: boolean;
  /** True while the form shows values that were typed earlier and never sent. */
  restored: boolean;
  /** True if closing the form would lose typed values, because it has no draft. */
  wouldLose: boolean;
  /** Fills fields with known values, which count as the form's own and not as typed. */
  fill(values: Partial<Values>): void;
  submit(event?: BaseSyntheticEvent): Promise<void>;
  /** Shows a refusal at the fields that it names, as that of a submission of this form. */
  refuse(error: unknown): void;
  /** Discards the typed values. */
  startOver(): void;
}

/**
 * Stores every change as the form's draft; the initial values are not a draft. Returns the function that fills in known
 * values: with them alone, nothing was typed.
 */
function useKeptValues<Values extends FieldValues, Body extends FieldValues>(
  methods: UseFormReturn<Values, unknown, Body>,
  initial: Values,
  draft: KeptDraft | undefined,
) {
  const [untouched] = useState(initial);
  const begun = useRef<FieldValues>({ ...initial, ...(draft?.wasTyped ? {} : draft?.values) });
  useEffect(() => {
    if (!draft) return;
    return methods.subscribe({
      formState: { values: true },
      callback: ({ values }) =>
        sameValues(values, untouched) ? draft.drop() : draft.keep(values, !sameValues(values, begun.current)),
    });
  }, [methods, untouched, draft]);
  return useCallback(
    (values: Partial<Values>) => {
      begun.current = { ...begun.current, ...values };
      for (const [name, value] of Object.entries(values)) {
        methods.setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>);
      }
    },
    [methods],
  );
}

/**
 * Manages filling and sending of every form. Sending is safe to repeat: the Idempotency-Key stays the same while the
 * body does, so that a lost response or a double click posts nothing twice. A refusal is shown at the fields that it
 * names, and otherwise as `failure`.
 */
export function useSubmittedForm<Values extends FieldValues, Body extends FieldValues, Answer>(
  form: FormSubmission<Values, Body, Answer>,
): SubmittedForm<Values, Body> {
  const { fields, resolver, initial, draft, outcomes, retries = 2, guard, send, onDone } = form;
  const [restored, setRestored] = useState(draft?.wasTyped ?? false);
  const [key] = useState(() => draft?.key ?? new SubmissionKey());
  const [failure, setFailure] = useState<FailureWords | null>(null);
  const sending = useRef(false);
  const methods = useForm<Values, unknown, Body>({
    defaultValues: { ...initial, ...draft?.values } as DefaultValues<Values>,
    resolver,
    shouldFocusError: false,
  });
  const fill = useKeptValues(methods, initial, draft);
  useEffect(() => judgeAnew(methods), [methods]);

  /** Shows problems of the schema that belong to no field above the form. */
  const showMisfit = ({ root }: FieldErrors<Values>) =>
    setFailure(root?.message ? { title: root.message, next: "Nothing was sent." } : null);

  const refuse = (error: unknown) => {
    if (error instanceof Refused) return setFailure(error.words);
    const failed = error instanceof ApiFailure ? error : new ApiFailure(0, String(error));
    if (failed.status === 401) reportExpired();
    const errors = formErrors(failed.errors, fields);
    for (const [field, message] of errors.fields) methods.setError(field as Path<Values>, { type: "server", message });
    // With a single field, its own error is enough.
    if (errors.fields.size === 1 && errors.others.length === 0 && Object.keys(fields).length === 1) {
      return setFailure(null);
    }
    setFailure({
      ...failureWords(failed, errors.fields.size, outcomes),
      jobId: jobInTheWay(failed),
      candidates: candidatesIn(failed),
    });
  };

  const submit = async (event?: BaseSyntheticEvent) => {
    const accepted: Answer[] = [];
    await methods.handleSubmit(async (body) => {
      if (sending.current) return;
      sending.current = true;
      setFailure(null);
      const isRepeated = key.isOf(body);
      const go = async () => {
        const idempotencyKey = key.forBody(body);
        // Stores the key as well, so that a repeat after a reload is still the same request.
        draft?.keep(methods.getValues());
        accepted.push(await sendAgain(() => send(body, idempotencyKey), retries));
        draft?.drop();
      };
      try {
        await (guard ? guard(body, go, isRepeated) : go());
      } catch (error) {
        refuse(error);
      } finally {
        sending.current = false;
      }
    }, showMisfit)(event);
    // After react-hook-form has updated its state, because `onDone` may reset the form.
    for (const answer of accepted) onDone(answer);
  };

  return {
    methods,
    fields,
    failure,
    isPending: methods.formState.isSubmitting,
    restored,
    wouldLose: draft === undefined && methods.formState.isDirty,
    fill,
    submit,
    refuse,
    startOver: () => {
      draft?.drop();
      setRestored(false);
      setFailure(null);
      methods.reset(initial);
    },
  };
}
