import type { FieldValues } from "react-hook-form";
import { SealedStore } from "./sealed-store.ts";
import { SubmissionKey } from "./submission-key.ts";

/** What a form holds that was not yet accepted, with the key under which it may have been sent. */
export interface Draft {
  values: FieldValues;
  key: SubmissionKey;
  /** What the record that the form changes held when it was opened; empty for a form that changes none. */
  standing: FieldValues;
  /** False while the form only shows what it was opened with. */
  typed: boolean;
  /** What the form was opened with, as `subjectOf` names it: a form about one patient is another than one about the next. */
  subject: string;
  /** True from when the form opened until it was closed: a reload finds it so. */
  isOpen: boolean;
}

const drafts = new Map<string, Draft>();
let store: SealedStore | null = null;
let opened: Promise<void> | null = null;

/** A short name for what a form was opened with, which tells nothing of it; "" for a form that was opened empty. */
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
    drafts.set(name, { ...draft, key: new SubmissionKey(submission) });
  }
}

/**
 * Has this tab keep what is typed over a reload, and over signing out and in again as the same person: sealed with that
 * person's key (`lib/security/sealing/draft-key`), since what is typed about a patient must be readable to nobody else. Where the
 * browser offers no cryptography (plain http from another machine) or no storage, drafts live until the next reload.
 */
export function openDrafts(userId: string, key: string): void {
  opened ??= load(userId, key).catch(() => undefined);
}

/** Settles once earlier drafts are there. The same promise each time. */
export const draftsOpened = (): Promise<void> => {
  opened ??= Promise.resolve();
  return opened;
};

/** What is left of a form that was closed unsent, if anything. */
export const findDraft = (accountId: string, operationId: string, subject: string): Draft | null =>
  drafts.get(formKey(accountId, operationId) + subject) ?? null;

/** The form of an operation that lay open before a reload, if any. */
export const findLeftOpen = (accountId: string, operationId: string): Draft | null =>
  [...drafts].find(([name, { isOpen }]) => isOpen && name.startsWith(formKey(accountId, operationId)))?.[1] ?? null;

let frozen = false;

/** Keeps all drafts as they are from now on: the page is taken away, and its forms with it, by nobody's wish. */
export const freezeDrafts = (): void => {
  frozen = true;
};

/** Keeps what a form holds, so that closing it, an error or a reload never loses it. */
export const keepDraft = (accountId: string, operationId: string, draft: Draft): void => {
  if (frozen) return;
  const name = formKey(accountId, operationId) + draft.subject;
  const { key, ...rest } = draft;
  drafts.set(name, draft);
  // An emptied number is NaN, which JSON would turn into null.
  const plain = JSON.stringify({ ...rest, submission: key.state }, (_, value) => (Number.isNaN(value) ? "" : value));
  void store?.put(name, plain);
};

/** Called once the form was accepted, or thrown away on purpose. */
export const dropDraft = (accountId: string, operationId: string, subject: string): void => {
  if (frozen) return;
  const name = formKey(accountId, operationId) + subject;
  drafts.delete(name);
  void store?.put(name, null);
};

/** Only one form of an operation lies open at a time: those that a page left open without closing them are closed. */
export function closeOthers(accountId: string, operationId: string, subject: string): void {
  for (const [name, draft] of [...drafts]) {
    if (!draft.isOpen || draft.subject === subject || !name.startsWith(formKey(accountId, operationId))) continue;
    if (draft.typed) keepDraft(accountId, operationId, { ...draft, isOpen: false });
    else dropDraft(accountId, operationId, draft.subject);
  }
}
