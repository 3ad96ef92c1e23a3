import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { type FieldErrors, type FieldValues, useForm } from "react-hook-form";
import { ApiFailure } from "#lib/browser/api/api-failure";
import { submitOperation } from "#lib/browser/api/create-operation";
import { formErrors } from "#lib/browser/api/form-errors";
import { jobsKey } from "#lib/browser/api/jobs";
import {
  closeOthers,
  type Draft,
  dropDraft,
  findDraft,
  findLeftOpen,
  keepDraft,
  subjectOf,
} from "#lib/browser/drafts/draft";
import { dropOpening, findOpening } from "#lib/browser/drafts/opening";
import { SubmissionKey } from "#lib/browser/drafts/submission-key";
import { useAccountId } from "#lib/browser/session/account";
import type { FormOutline } from "#lib/definitions/operation";
import { type FailureWords, failureWords } from "./failure-words.ts";
import { splitTarget, withoutEmpties } from "./form-values.ts";
import { loadResolver } from "./load-resolver.ts";
import { fieldsOf, fillPath, targetFields } from "./target-fields.ts";
import { useStanding } from "./use-standing.ts";

const blank = (fields: Record<string, unknown>): FieldValues =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, ""]));

/** What a form opens with: what was asked to be filled in, or else what it held before and never sent. */
function openingDraft(accountId: string, operationId: string): Draft {
  const empty = { key: new SubmissionKey(), typed: false, isOpen: true };
  const opening = findOpening(accountId, operationId);
  if (opening) {
    const subject = subjectOf(opening.values);
    return findDraft(accountId, operationId, subject) ?? { ...empty, ...opening, subject };
  }
  const left = findLeftOpen(accountId, operationId) ?? findDraft(accountId, operationId, "");
  return left ?? { ...empty, values: {}, standing: {}, subject: "" };
}

/**
 * An operation's form: checked by the operation's own schema, sent once however often it is submitted, and never
 * losing what was typed. `onAccepted` is called with the job's id.
 */
export function useOperationForm(outline: FormOutline, onAccepted: (jobId: number) => void) {
  const accountId = useAccountId();
  const client = useQueryClient();
  const fields = outline.form;
  const [opened] = useState(() => openingDraft(accountId, outline.id));
  const [failure, setFailure] = useState<FailureWords | null>(null);
  const sending = useRef(false);
  const standing = useRef(opened.standing);
  const form = useForm<FieldValues>({
    defaultValues: {
      ...blank({ ...targetFields(outline.path), ...fields }),
      ...opened.values,
      ...blank(Object.fromEntries(Object.entries(fields).filter(([, { hidden }]) => hidden))),
    },
    resolver: async (...given) => (await loadResolver(outline.id))(standing.current)(...given),
    shouldFocusError: false,
  });
  const { mutateAsync, isPending } = useMutation(submitOperation(accountId));

  // Not while drawing: what is drawn first may be thrown away and drawn again. A reload must find what the form was
  // opened with; whoever closes it untouched wants nothing of it.
  useEffect(() => {
    dropOpening(accountId, outline.id);
    closeOthers(accountId, outline.id, opened.subject);
    if (Object.keys(opened.values).length > 0) keepDraft(accountId, outline.id, { ...opened, isOpen: true });
    return () => {
      const left = findDraft(accountId, outline.id, opened.subject);
      if (left?.typed) keepDraft(accountId, outline.id, { ...left, isOpen: false });
      else dropDraft(accountId, outline.id, opened.subject);
    };
  }, [accountId, outline.id, opened]);

  const keepTyped = useCallback(
    (values: FieldValues) =>
      keepDraft(accountId, outline.id, {
        ...opened,
        values,
        standing: standing.current,
        typed: true,
        isOpen: true,
      }),
    [accountId, outline.id, opened],
  );

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          if (Object.keys(withoutEmpties(values)).length === 0) dropDraft(accountId, outline.id, opened.subject);
          else keepTyped(values);
        },
      }),
    [form, accountId, outline.id, opened, keepTyped],
  );

  // After the draft's: what it fills in must be what is kept.
  useStanding(outline, form, standing);

  /** Problems that belong to no field of the form stand above it. */
  const showMisfit = (errors: FieldErrors) => {
    const message = errors.root?.message;
    setFailure(message ? { title: message, next: "Nothing was sent." } : null);
  };

  const refuse = (error: ApiFailure) => {
    const errors = formErrors(error.errors, fieldsOf(outline));
    for (const [field, message] of errors.fields) form.setError(field, { type: "server", message });
    setFailure({ ...failureWords(error, errors.fields.size, outline.effect), jobId: error.jobId });
  };

  const send = async (values: FieldValues) => {
    if (sending.current) return;
    sending.current = true;
    setFailure(null);
    try {
      const { method, path, jobIdField } = outline;
      const { target, body } = splitTarget(path, values);
      const idempotencyKey = opened.key.forBody(values);
      keepTyped(form.getValues());
      const acceptance = await mutateAsync({ method, path: fillPath(path, target), body, idempotencyKey });
      dropDraft(accountId, outline.id, opened.subject);
      void client.invalidateQueries({ queryKey: jobsKey(accountId) });
      onAccepted(Number(acceptance[jobIdField]));
    } catch (error) {
      refuse(error instanceof ApiFailure ? error : new ApiFailure(0, String(error)));
    } finally {
      sending.current = false;
    }
  };

  return {
    form,
    failure,
    sending: isPending,
    /** True while the form shows what was typed before and never sent. */
    restored: opened.typed,
    /** Sends what is filled in; the problems that it finds stand beside their fields afterwards. */
    submit: form.handleSubmit(send, showMisfit),
    /** Throws away what was typed: the next form begins empty. */
    discard: () => dropDraft(accountId, outline.id, opened.subject),
  };
}
