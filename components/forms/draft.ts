import type { FieldValues } from "react-hook-form";
import type { SubmissionKey } from "./submission-key.ts";

/** What was typed into a form and not yet accepted, with the key under which it may have been sent. */
export interface Draft {
  values: FieldValues;
  key: SubmissionKey;
  /** What the record that the form changes held when it was opened; empty for a form that changes none. */
  standing: FieldValues;
}

/** In this tab's memory alone: what is typed about a patient is written to no storage. */
const drafts = new Map<string, Draft>();

const draftKey = (accountId: string, operationId: string) => `${accountId} ${operationId}`;

/** What is left of an operation's form that was closed unsent, if anything. */
export const findDraft = (accountId: string, operationId: string): Draft | null =>
  drafts.get(draftKey(accountId, operationId)) ?? null;

/** Keeps what is typed, so that closing the form or an error never loses it. */
export const keepDraft = (accountId: string, operationId: string, draft: Draft): void => {
  drafts.set(draftKey(accountId, operationId), draft);
};

/** Called once the form was accepted, or thrown away on purpose. */
export const dropDraft = (accountId: string, operationId: string): void => {
  drafts.delete(draftKey(accountId, operationId));
};
