import { useEffect } from "react";
import { type Draft, findDraft, findLeftOpen, subjectOf } from "#lib/browser/drafts/draft";
import { dropOpening, findOpening, type Opening } from "#lib/browser/drafts/opening";
import { type KeptDraft, newDraft, useOpenedDraft } from "#lib/browser/drafts/use-draft";
import { useAccountId } from "#lib/browser/session/account";
import type { FormOutline } from "#lib/definitions/operation";
import { standingFields } from "./standing-fields.ts";

/** Returns the draft of a form with these initial values: the unsent one, else a new one. `isNew`: a new one if it names no record. */
function draftOf(
  accountId: string,
  { id: operationId, form }: FormOutline,
  opening: Opening,
  { isNew = false } = {},
): Draft {
  const standing = standingFields(opening.standing, form);
  const given = { ...standing, ...opening.prefill };
  // An assistant's draft and a correction are apart from what the user has typed about the same patient.
  const apart = opening.corrects === undefined ? opening.drafted?.id : `corrects ${opening.corrects}`;
  const subject = apart ?? subjectOf(given);
  const shown = Object.entries(given).filter(([name]) => !form[name]?.hidden);
  const values = Object.fromEntries(shown);
  const left =
    isNew && subject === "" && Object.keys(values).length > 0 ? null : findDraft(accountId, operationId, subject);
  return left ?? newDraft({ standing, values, subject, opening });
}

/**
 * Returns the values that an operation's form opens with: those of an assistant's draft, else the requested ones, else those that a reload interrupted, else
 * those of the page beside it.
 */
const openingDraft = (accountId: string, outline: FormOutline, onPage: Opening): Draft => {
  if (onPage.drafted) return draftOf(accountId, outline, onPage);
  const asked = findOpening(accountId, outline.id);
  // What was left of another new patient, or of another open slot, is not what is asked for.
  if (asked) return draftOf(accountId, outline, asked, { isNew: true });
  return findLeftOpen(accountId, outline.id) ?? draftOf(accountId, outline, onPage);
};

/**
 * Returns the draft of an operation's form. `onPage` holds the values of the page beside the form. Suspends until the
 * stored drafts are loaded.
 */
export function useOperationDraft(outline: FormOutline, onPage: Opening): KeptDraft {
  const accountId = useAccountId();
  const operationId = outline.id;
  const draft = useOpenedDraft(operationId, () => openingDraft(accountId, outline, onPage));
  // An effect, because React may discard the first render.
  useEffect(() => dropOpening(accountId, operationId), [accountId, operationId]);
  return draft;
}
