import { type RefObject, use, useEffect, useMemo, useRef, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { useAccountId } from "#lib/browser/session/account";
import { closeOthers, type Draft, draftsOpened, dropDraft, findDraft, keepDraft } from "./draft.ts";
import { NO_OPENING, type Opening } from "./opening.ts";
import { SubmissionKey } from "./submission-key.ts";

/** The unsent values of one open form, with the functions that store and delete them. */
export interface KeptDraft {
  /** The initial values of the form. */
  values: FieldValues;
  /** What the form is about (see `subjectOf`). */
  subject: string;
  /** True if the values were typed earlier and never sent. */
  wasTyped: boolean;
  /** The key under which the values may have been sent. */
  key: SubmissionKey;
  /** The values of the edited record when the form was opened. */
  standing: RefObject<FieldValues>;
  /** The values with which the form was opened. */
  opening: Opening;
  /** Stores the values. `typed`: false if they are still those that the form began with or that were filled in. */
  keep(values: FieldValues, typed?: boolean): void;
  /** Deletes the draft after the form was sent or deliberately discarded. */
  drop(): void;
}

/** Returns a draft for a form with these initial values. */
export const newDraft = (given: Partial<Pick<Draft, "values" | "standing" | "subject" | "opening">> = {}): Draft => ({
  values: {},
  standing: {},
  subject: "",
  opening: NO_OPENING,
  ...given,
  key: new SubmissionKey(),
  typed: false,
  isOpen: true,
});

/**
 * Keeps a form's values over a reload, a lost connection and an idle sign-out. `begin` returns the form's first draft.
 * Suspends until earlier drafts are loaded.
 */
export function useOpenedDraft(form: string, begin: (accountId: string) => Draft): KeptDraft {
  const accountId = useAccountId();
  use(draftsOpened());
  const [opened] = useState(() => begin(accountId));
  const standing = useRef(opened.standing);

  // In an effect, because React may discard the first render. The draft is stored at once, so that a reload finds the
  // form's initial values; closing the form untouched deletes it.
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
      subject: opened.subject,
      wasTyped: opened.typed,
      key: opened.key,
      standing,
      opening: opened.opening,
      keep: (values, typed = true) =>
        keepDraft(accountId, form, { ...opened, values, standing: standing.current, typed, isOpen: true }),
      drop: () => dropDraft(accountId, form, opened.subject),
    }),
    [accountId, form, opened],
  );
}

/**
 * Returns the draft of a form that belongs to no operation. `subject` is the id of the record that it edits, "" if it
 * creates one. A form with a secret among its values must have no draft.
 */
export const useDraft = (form: string, subject = ""): KeptDraft =>
  useOpenedDraft(form, (accountId) => findDraft(accountId, form, subject) ?? newDraft({ subject }));

/** Checks whether such a form was left with unsent values. Suspends until earlier drafts are loaded. */
export function useHasDraft(form: string, subject: string): boolean {
  const accountId = useAccountId();
  use(draftsOpened());
  const [found] = useState(() => findDraft(accountId, form, subject) !== null);
  return found;
}
