import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type FieldValues, useForm } from "react-hook-form";
import { useAccountId } from "#lib/client/account";
import { ApiFailure } from "#lib/client/api-failure";
import { submitOperation } from "#lib/client/create-operation";
import { takePrefill } from "#lib/client/form-intent";
import { jobsKey } from "#lib/client/jobs";
import type { OperationDefinition } from "#lib/operations/definition";
import { type Draft, dropDraft, findDraft, keepDraft } from "./draft.ts";
import { type FailureWords, failureWords } from "./failure-words.ts";
import { operationResolver, withoutEmpties } from "./operation-resolver.ts";
import { type FormFields, readProblems } from "./problems.ts";
import { SubmissionKey } from "./submission-key.ts";

const blank = (fields: FormFields): FieldValues => Object.fromEntries(Object.keys(fields).map((name) => [name, ""]));

/** Problems with the input itself; any other refusal is about the form as a whole. */
const NAMES_FIELDS = new Set([400, 404, 409, 422]);

/** What a form opens with: what was asked to be filled in, else what was typed before and never sent. */
function openingDraft(accountId: string, operationId: string): { draft: Draft; restored: boolean } {
  const prefill = takePrefill(accountId, operationId);
  if (prefill) return { draft: { values: prefill, key: new SubmissionKey() }, restored: false };
  const found = findDraft(accountId, operationId);
  return { draft: found ?? { values: {}, key: new SubmissionKey() }, restored: found !== null };
}

/**
 * An operation's form: checked by the operation's own schema, sent once however often it is submitted, and never
 * losing what was typed. `onAccepted` is called with the job's id.
 */
export function useOperationForm(definition: OperationDefinition, onAccepted: (jobId: number) => void) {
  const accountId = useAccountId();
  const client = useQueryClient();
  const fields: FormFields = definition.form;
  const [opened] = useState(() => openingDraft(accountId, definition.id));
  const [failure, setFailure] = useState<FailureWords | null>(null);
  const sending = useRef(false);
  const form = useForm<FieldValues>({
    defaultValues: { ...blank(fields), ...opened.draft.values },
    resolver: operationResolver(definition.input, fields),
    shouldFocusError: false,
  });
  const { mutateAsync, isPending } = useMutation(submitOperation(accountId));

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          if (Object.keys(withoutEmpties(values)).length === 0) dropDraft(accountId, definition.id);
          else keepDraft(accountId, definition.id, { values, key: opened.draft.key });
        },
      }),
    [form, accountId, definition.id, opened],
  );

  const refuse = (error: ApiFailure) => {
    const problems = NAMES_FIELDS.has(error.status) ? readProblems(error.message, fields) : null;
    for (const [field, message] of problems?.fields ?? []) form.setError(field, { type: "server", message });
    const words = failureWords(error, problems?.fields.size ?? 0);
    const others = problems && problems.fields.size > 0 ? problems.form : [];
    setFailure({ ...words, next: [...others, words.next].join(" ") });
  };

  const send = async (body: FieldValues) => {
    if (sending.current) return;
    sending.current = true;
    setFailure(null);
    try {
      const { method, path } = definition;
      const idempotencyKey = opened.draft.key.forBody(body);
      const acceptance = await mutateAsync({ method, path, body, idempotencyKey });
      dropDraft(accountId, definition.id);
      void client.invalidateQueries({ queryKey: jobsKey(accountId) });
      onAccepted(Number(acceptance.job_id));
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
    restored: opened.restored,
    /** Sends what is filled in; the problems that it finds stand beside their fields afterwards. */
    submit: form.handleSubmit(send, () => setFailure(null)),
    /** Throws away what was typed: the next form begins empty. */
    discard: () => dropDraft(accountId, definition.id),
  };
}
