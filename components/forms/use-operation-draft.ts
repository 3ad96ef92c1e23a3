import { useEffect } from "react";
import { type Draft, findDraft, findLeftOpen, subjectOf } from "#lib/browser/drafts/draft";
import { dropOpening, findOpening } from "#lib/browser/drafts/opening";
import { type KeptDraft, newDraft, useOpenedDraft } from "#lib/browser/drafts/use-draft";
import { useAccountId } from "#lib/browser/session/account";
import type { FormOutline } from "#lib/definitions/operation";
import { standingFields } from "./standing-fields.ts";

/** Returns the values that an operation's form opens with: the requested values, otherwise the unsent draft. */
function openingDraft(accountId: string, { id: operationId, form }: FormOutline): Draft {
  const opening = findOpening(accountId, operationId);
  if (opening) {
    const standing = standingFields(opening.standing, form);
    const given = { ...standing, ...opening.prefill };
    const subject = subjectOf(given);
    const shown = Object.entries(given).filter(([name]) => !form[name]?.hidden);
    const values = Object.fromEntries(shown);
    return findDraft(accountId, operationId, subject) ?? newDraft({ standing, values, subject });
  }
  return findLeftOpen(accountId, operationId) ?? findDraft(accountId, operationId, "") ?? newDraft();
}

/** Returns the draft of an operation's form. Suspends until the stored drafts are loaded. */
export function useOperationDraft(outline: FormOutline): KeptDraft {
  const accountId = useAccountId();
  const operationId = outline.id;
  const draft = useOpenedDraft(operationId, () => openingDraft(accountId, outline));
  // An effect, because React may discard the first render.
  useEffect(() => dropOpening(accountId, operationId), [accountId, operationId]);
  return draft;
}
