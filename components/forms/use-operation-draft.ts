import { useEffect } from "react";
import { type Draft, findDraft, findLeftOpen, subjectOf } from "#lib/browser/drafts/draft";
import { dropOpening, findOpening } from "#lib/browser/drafts/opening";
import { type KeptDraft, newDraft, useOpenedDraft } from "#lib/browser/drafts/use-draft";
import { useAccountId } from "#lib/browser/session/account";
import type { FormOutline } from "#lib/definitions/operation";

/** The draft that an operation's form opens with: the values that it was asked to show, else those left unsent. */
function openingDraft(accountId: string, { id: operationId, form }: FormOutline): Draft {
  const opening = findOpening(accountId, operationId);
  if (opening) {
    const subject = subjectOf(opening.values);
    const shown = Object.entries(opening.values).filter(([name]) => !form[name]?.hidden);
    const values = Object.fromEntries(shown);
    return findDraft(accountId, operationId, subject) ?? newDraft({ ...opening, values, subject });
  }
  return findLeftOpen(accountId, operationId) ?? findDraft(accountId, operationId, "") ?? newDraft();
}

/** The draft of an operation's form. Suspends until earlier drafts are there. */
export function useOperationDraft(outline: FormOutline): KeptDraft {
  const accountId = useAccountId();
  const operationId = outline.id;
  const draft = useOpenedDraft(operationId, () => openingDraft(accountId, outline));
  // Not while rendering: React may throw the first rendering away.
  useEffect(() => dropOpening(accountId, operationId), [accountId, operationId]);
  return draft;
}
