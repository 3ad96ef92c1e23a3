import { use, useEffect, useState } from "react";
import { useAccountId } from "#lib/browser/session/account";
import { draftsOpened, dropDraft, findDraft, keepDraft } from "./draft.ts";
import { SubmissionKey } from "./submission-key.ts";

type Values = Record<string, unknown>;

/** What a small form held before and never sent, and the way to keep what it holds now. */
export interface KeptDraft {
  /** What was typed before; null where nothing was. */
  found: Values | null;
  /** The key under which it may have been sent. */
  key: SubmissionKey;
  keep(values: Values): void;
  /** Called once it was sent, or thrown away on purpose. */
  drop(): void;
}

/**
 * Keeps what a small form holds over a reload, a lost connection and an idle sign-out, as the operations' forms do.
 * `subject`: the record that it changes, "" for a form that makes one. `fields` names what is kept: a field that holds
 * a secret must not stand there. Suspends until earlier drafts are there.
 */
export function useDraft(form: string, subject: string, fields: readonly string[]): KeptDraft {
  const accountId = useAccountId();
  use(draftsOpened());
  const [before] = useState(() => findDraft(accountId, form, subject));
  const [key] = useState(() => before?.key ?? new SubmissionKey());
  useEffect(
    () => () => {
      const left = findDraft(accountId, form, subject);
      if (left) keepDraft(accountId, form, { ...left, isOpen: false });
    },
    [accountId, form, subject],
  );
  return {
    found: before?.values ?? null,
    key,
    keep: (values) =>
      keepDraft(accountId, form, {
        values: Object.fromEntries(fields.map((name) => [name, values[name]])),
        key,
        standing: {},
        typed: true,
        subject,
        isOpen: true,
      }),
    drop: () => dropDraft(accountId, form, subject),
  };
}
