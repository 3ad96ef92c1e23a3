import { type RefObject, use, useEffect, useMemo, useRef, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { useAccountId } from "#lib/browser/session/account";
import { closeOthers, type Draft, draftsOpened, dropDraft, findDraft, keepDraft } from "./draft.ts";
import { SubmissionKey } from "./submission-key.ts";

/** The unsent values of one open form, and the way to keep them. */
export interface KeptDraft {
  /** The values that the form opens with. */
  values: FieldValues;
  /** True if they were typed before and never sent. */
  wasTyped: boolean;
  /** The key under which they may have been sent. */
  key: SubmissionKey;
  /** The fields of the record that the form changes, as they were when the form was opened. */
  standing: RefObject<FieldValues>;
  keep(values: FieldValues): void;
  /** Called once the form was sent, or thrown away on purpose. */
  drop(): void;
}

/** A draft of a form that was opened with these values. */
export const newDraft = (opening: Partial<Pick<Draft, "values" | "standing" | "subject">> = {}): Draft => ({
  values: {},
  standing: {},
  subject: "",
  ...opening,
  key: new SubmissionKey(),
  typed: false,
  isOpen: true,
});

/**
 * Keeps a form's values over a reload, a lost connection and an idle sign-out. `begin` returns the draft that the form
 * opens with. Suspends until earlier drafts are there.
 */
export function useOpenedDraft(form: string, begin: (accountId: string) => Draft): KeptDraft {
  const accountId = useAccountId();
  use(draftsOpened());
  const [opened] = useState(() => begin(accountId));
  const standing = useRef(opened.standing);

  // Not while rendering: React may throw the first rendering away. A reload must find the values that the form was
  // opened with; closing the form untouched leaves nothing.
  useEffect(() => {
    closeOthers(accountId, form, opened.subject);
    if (Object.keys(opened.values).length > 0) keepDraft(accountId, form, { ...opened, isOpen: true });
    return () => {
      const left = findDraft(accountId, form, opened.subject);
      if (left?.typed) keepDraft(accountId, form, { ...left, isOpen: false });
      else dropDraft(accountId, form, opened.subject);
    };
  }, [accountId, form, opened]);

  return useMemo(
    () => ({
      values: opened.values,
      wasTyped: opened.typed,
      key: opened.key,
      standing,
      keep: (values) =>
        keepDraft(accountId, form, { ...opened, values, standing: standing.current, typed: true, isOpen: true }),
      drop: () => dropDraft(accountId, form, opened.subject),
    }),
    [accountId, form, opened],
  );
}

/**
 * The draft of a form that is no operation's. `subject`: the id of the record that it changes, "" if it makes one. A
 * form with a secret among its values must have no draft.
 */
export const useDraft = (form: string, subject = ""): KeptDraft =>
  useOpenedDraft(form, (accountId) => findDraft(accountId, form, subject) ?? newDraft({ subject }));

/** Whether such a form was left with unsent values. Suspends until earlier drafts are there. */
export function useHasDraft(form: string, subject: string): boolean {
  const accountId = useAccountId();
  use(draftsOpened());
  const [found] = useState(() => findDraft(accountId, form, subject) !== null);
  return found;
}
