import { useEffect, useState } from "react";
import { type Draft, findDraft, findLeftOpen, findOthers, subjectOf } from "#lib/browser/drafts/draft";
import { dropOpening, findOpening, type Opening, openWith } from "#lib/browser/drafts/opening";
import { type KeptDraft, newDraft, useOpenedDraft } from "#lib/browser/drafts/use-draft";
import { useAccountId } from "#lib/browser/session/account";
import type { FormOutline } from "#lib/definitions/operation";
import { standingFields } from "./standing-fields.ts";
import { targetFields } from "./target-fields.ts";

/** Returns the draft of a form with these initial values: the unsent one, else a new one. */
function draftOf(accountId: string, { id: operationId, form }: FormOutline, opening: Opening): Draft {
  const standing = standingFields(opening.standing, form);
  const given = { ...standing, ...opening.prefill };
  // An assistant's draft and a correction are apart from what the user has typed about the same patient.
  const apart = opening.corrects === undefined ? opening.drafted?.id : `corrects ${opening.corrects}`;
  const subject = apart ?? subjectOf(given);
  const inPlaceOfShown = new Set(Object.values(form).map(({ orNew }) => orNew));
  const shown = Object.entries(given).filter(([name]) => !form[name]?.hidden || inPlaceOfShown.has(name));
  const values = Object.fromEntries(shown);
  return findDraft(accountId, operationId, subject) ?? newDraft({ standing, values, subject, opening });
}

/**
 * Returns the values that an operation's form opens with: those of an assistant's draft, else the requested ones, else those that a reload interrupted, else
 * those of the page beside it.
 */
const openingDraft = (accountId: string, outline: FormOutline, onPage: Opening): Draft => {
  if (onPage.drafted) return draftOf(accountId, outline, onPage);
  const asked = findOpening(accountId, outline.id);
  if (asked) return draftOf(accountId, outline, asked);
  return findLeftOpen(accountId, outline.id) ?? draftOf(accountId, outline, onPage);
};

/** Whether a form was opened for a record, whose page or job leads back to it. */
function isOfRecord({ path }: FormOutline, { prefill, drafted, corrects }: Opening): boolean {
  const records = ["patient_mrn", ...Object.keys(targetFields(path))];
  return drafted !== undefined || corrects !== undefined || records.some((name) => name in prefill);
}

/**
 * Returns what was typed into another form of the operation and has no other way back: a form that this one takes the
 * place of, or one about no record, such as another new patient. Undefined if there is none.
 */
const leftBeside = (accountId: string, outline: FormOutline, subject: string): Draft | undefined =>
  findOthers(accountId, outline.id, subject).find(({ isOpen, opening }) => isOpen || !isOfRecord(outline, opening));

/**
 * Returns the draft of an operation's form, and a function that opens what was typed into another one and never sent; null
 * if there is none. `onPage` holds the values of the page beside the form. Suspends until the stored drafts are loaded.
 */
export function useOperationDraft(
  outline: FormOutline,
  onPage: Opening,
): { draft: KeptDraft; openOther: (() => void) | null } {
  const accountId = useAccountId();
  const operationId = outline.id;
  const draft = useOpenedDraft(operationId, () => openingDraft(accountId, outline, onPage));
  // In the first render: an effect then closes the other one.
  const [other] = useState(() => leftBeside(accountId, outline, draft.subject));
  // An effect, because React may discard the first render.
  useEffect(() => dropOpening(accountId, operationId), [accountId, operationId]);
  return { draft, openOther: other ? () => openWith(accountId, operationId, other.opening) : null };
}
