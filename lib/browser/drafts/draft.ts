import type { FieldValues } from "react-hook-form";
import { NO_OPENING, type Opening } from "./opening.ts";
import { SealedStore } from "./sealed-store.ts";
import { SubmissionKey } from "./submission-key.ts";

/** The unsent values of a form, with the key under which they may have been sent. */
export interface Draft {
  values: FieldValues;
  key: SubmissionKey;
  /** The values of the edited record when the form was opened; empty for a form that edits none. */
  standing: FieldValues;
  /** The values with which the form was opened; discarding the typed values restores them. */
  opening: Opening;
  /** False while the form holds only its initial values. */
  typed: boolean;
  /** Identifies the form's initial values (see `subjectOf`): forms about different patients have separate drafts. */
  subject: string;
  /** True from opening the form until closing it, so that a reload opens it again. */
  isOpen: boolean;
}

const drafts = new Map<string, Draft>();
let store: SealedStore | null = null;
let opened: Promise<void> | null = null;

/**
 * Returns a short digest of a form's initial values, which reveals nothing about them; "" for a form that was opened
 * empty.
 */
export function subjectOf(values: FieldValues): string {
  if (Object.keys(values).length === 0) return "";
  let hash = 0x811c9dc5;
  for (const sign of JSON.stringify(values)) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(36);
}

const formKey = (accountId: string, operationId: string) => `${accountId} ${operationId} `;

async function load(userId: string, key: string): Promise<void> {
  store = await SealedStore.open(sessionStorage, userId, key);
  for (const [name, text] of await store.all()) {
    const { submission, ...draft } = JSON.parse(text);
    drafts.set(name, { opening: NO_OPENING, ...draft, key: new SubmissionKey(submission) });
  }
}

/**
 * Makes this tab keep drafts over a reload, and over signing out and in again as the same user. They are encrypted with
 * that user's key (`lib/security/sealing/draft-key`), since no other user may read what was typed about a patient. If
 * the browser offers no cryptography (plain http from another machine) or no storage, drafts live until the next
 * reload.
 */
export function openDrafts(userId: string, key: string): void {
  opened ??= load(userId, key).catch(() => undefined);
}

/** Resolves once earlier drafts are loaded. Returns the same promise each time. */
export const draftsOpened = (): Promise<void> => {
  opened ??= Promise.resolve();
  return opened;
};

/** Returns the draft of a form that was closed unsent, or null. */
export const findDraft = (accountId: string, operationId: string, subject: string): Draft | null =>
  drafts.get(formKey(accountId, operationId) + subject) ?? null;

/** Returns what was typed into other forms of the operation and never sent, the last one first. */
export const findOthers = (accountId: string, operationId: string, subject: string): Draft[] =>
  [...drafts]
    .filter(([name, draft]) => name.startsWith(formKey(accountId, operationId)) && draft.typed)
    .map(([, draft]) => draft)
    .filter((draft) => draft.subject !== subject)
    .reverse();

/** Returns the draft of the operation's form that was open before a reload, or null. */
export const findLeftOpen = (accountId: string, operationId: string): Draft | null =>
  [...drafts].find(([name, { isOpen }]) => isOpen && name.startsWith(formKey(accountId, operationId)))?.[1] ?? null;

/** Returns the forms of an account that hold typed values, each with a name of its own, its operation and its opening. */
export const findTyped = (accountId: string): { name: string; operationId: string; opening: Opening }[] =>
  [...drafts].flatMap(([name, { typed, opening }]) => {
    const [account, operationId] = name.split(" ");
    return typed && account === accountId && operationId ? [{ name, operationId, opening }] : [];
  });

let frozen = false;

/** Stops all changes of drafts: the page and its forms are being removed, which the user did not ask for. */
export const freezeDrafts = (): void => {
  frozen = true;
};

/** Stores a form's values, so that closing it, an error or a reload does not lose them. */
export const keepDraft = (accountId: string, operationId: string, draft: Draft): void => {
  if (frozen) return;
  const name = formKey(accountId, operationId) + draft.subject;
  const { key, ...rest } = draft;
  drafts.set(name, draft);
  // An emptied number field holds NaN, which JSON would turn into null.
  const plain = JSON.stringify({ ...rest, submission: key.state }, (_, value) => (Number.isNaN(value) ? "" : value));
  void store?.put(name, plain);
};

/** Deletes a draft after the form was accepted or deliberately discarded. */
export const dropDraft = (accountId: string, operationId: string, subject: string): void => {
  if (frozen) return;
  const name = formKey(accountId, operationId) + subject;
  drafts.delete(name);
  void store?.put(name, null);
};

/**
 * Closes the other drafts of an operation, and deletes the untouched ones, because only one of its forms is open at a
 * time.
 */
export function closeOthers(accountId: string, operationId: string, subject: string): void {
  for (const [name, draft] of [...drafts]) {
    if (!draft.isOpen || draft.subject === subject || !name.startsWith(formKey(accountId, operationId))) continue;
    if (draft.typed) keepDraft(accountId, operationId, { ...draft, isOpen: false });
    else dropDraft(accountId, operationId, draft.subject);
  }
}
