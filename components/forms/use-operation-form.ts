import { useQueryClient } from "@tanstack/react-query";
import type { FieldValues } from "react-hook-form";
import { type Acceptance, submitOperation } from "#lib/browser/api/create-operation";
import { draftsKey } from "#lib/browser/api/drafts";
import { formDetail } from "#lib/browser/api/forms";
import { jobKey } from "#lib/browser/api/job";
import { jobsKey } from "#lib/browser/api/jobs";
import { type Opening, prepareOpening } from "#lib/browser/drafts/opening";
import { withChosenFile } from "#lib/browser/forms/chosen-files";
import type { FormOutcomes } from "#lib/browser/forms/failure-words";
import type { FieldTexts } from "#lib/browser/forms/field-text";
import { lazyResolver } from "#lib/browser/forms/lazy-resolver";
import { useSubmittedForm } from "#lib/browser/forms/use-submitted-form";
import { useAccount } from "#lib/browser/session/account";
import type { FormOutline } from "#lib/definitions/operation";
import { requiredByEmr } from "#lib/definitions/required-by-emr";
import { todayIn } from "#lib/kernel/dates";
import { answersResolver } from "./answers-resolver.ts";
import { knownValues } from "./known-values.ts";
import { loadResolver } from "./load-resolver.ts";
import { fieldsOf, fieldTexts, targetFields } from "./target-fields.ts";
import { useOperationDraft } from "./use-operation-draft.ts";
import { useOwnReference } from "./use-own-reference.ts";
import { useSendQuestion } from "./use-send-question.ts";
import { useStanding } from "./use-standing.ts";
import { useVisitLocation } from "./use-visit-location.ts";
import { words } from "./words.ts";

const blank = (names: readonly string[]): FieldValues => Object.fromEntries(names.map((name) => [name, ""]));

const OUTCOMES: Record<FormOutline["effect"], FormOutcomes> = {
  writes: {
    refused: words.nothingSaved,
    unknown: words.maybeSaved,
  },
  reads: {
    refused: words.nothingSaved,
    unknown: words.maybeBegun,
  },
};

/** Returns the labels of an operation's fields. The record in its path must be selected. */
const wordsOf = (outline: FormOutline, requiredToo: readonly string[]) =>
  Object.fromEntries(
    Object.entries(fieldTexts(fieldsOf(outline))).map(([name, field]) => [
      name,
      { ...field, required: [...outline.required, ...requiredToo].includes(name) || !(name in outline.form) },
    ]),
  );

/** Returns the fields with the lines that say where their values are from. */
const withSources = (fields: FieldTexts, sources: Record<string, string>): FieldTexts =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, sources[name] ? { ...field, help: sources[name] } : field]),
  );

/**
 * Returns an operation's form, validated by the operation's schema. `onPage` holds the values of the page beside it;
 * `onAccepted` is called with the job's id.
 */
export function useOperationForm(outline: FormOutline, onPage: Opening, onAccepted: (jobId: number) => void) {
  const { id: accountId, required_fields, timezone } = useAccount();
  const requiredToo = requiredByEmr(outline, required_fields);
  const client = useQueryClient();
  const { draft, openOther } = useOperationDraft(outline, onPage);
  const { drafted, corrects } = draft.opening;
  const { method, path, jobIdField } = outline;
  const { question, guard, answer } = useSendQuestion(outline);
  const form = useSubmittedForm<FieldValues, FieldValues, Acceptance>({
    fields: wordsOf(outline, requiredToo),
    initial: {
      ...blank([...Object.keys(targetFields(path)), ...Object.keys(outline.form)]),
      ...knownValues(outline, todayIn(timezone)),
    },
    resolver: answersResolver(
      outline,
      lazyResolver(() => loadResolver(outline.id, draft.standing.current, requiredToo)),
      (formId) => client.getQueryData(formDetail(accountId, formId).queryKey)?.questions,
    ),
    draft,
    outcomes: OUTCOMES[outline.effect],
    guard,
    send: (values, idempotencyKey) => {
      const request = { route: `${method} ${path}`, idempotencyKey };
      return withChosenFile(values, (input) =>
        submitOperation(accountId).mutationFn({
          ...request,
          input,
          ...(drafted && { draftId: drafted.id }),
          ...(corrects !== undefined && { correctsId: corrects }),
        }),
      );
    },
    onDone: (acceptance) => {
      void client.invalidateQueries({ queryKey: jobsKey(accountId) });
      if (drafted) void client.invalidateQueries({ queryKey: draftsKey(accountId) });
      if (corrects !== undefined) void client.invalidateQueries({ queryKey: jobKey(accountId, corrects) });
      onAccepted(Number(acceptance[jobIdField]));
    },
  });
  // After the draft's subscription, so that the draft stores the filled-in values.
  useStanding(outline, form.methods, draft.standing);
  const sources = { ...useVisitLocation(outline, form), ...useOwnReference(outline, form) };
  return {
    ...form,
    fields: withSources(form.fields, sources),
    /** Makes the form's next start begin with what this one was opened with. */
    openAgain: () => prepareOpening(accountId, outline.id, draft.opening),
    /** What the person is asked before the form is sent; null if nothing is. */
    question,
    /** Sends the form if the question was confirmed; otherwise it stays as it is. */
    answer: async (isConfirmed: boolean) => {
      answer(isConfirmed);
      if (isConfirmed) await form.submit();
    },
    /** Opens what was typed into another form of the operation and never sent; null if there is none. */
    openOther,
    /** The assistant's draft that the form sends; undefined for a form of one's own. */
    drafted,
  };
}
