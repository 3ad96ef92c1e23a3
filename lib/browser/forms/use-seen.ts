import { useState } from "react";
import { currentIn } from "#lib/browser/api/api-failure";
import { changeCurrent } from "#lib/browser/api/change-current";
import { Refused } from "./failure-words.ts";

interface Conflict<Seen> {
  /** Says that another has saved the record meanwhile. */
  title: string;
  /** Returns what another has changed, each as a field with its present value. */
  changesBetween(seen: Seen, current: Seen): readonly string[];
  /** Whether a change that `changesBetween` does not name is none of what the form replaces. Otherwise it is hidden, as a secret is. */
  replacesNamedAlone: boolean;
}

const next = (changes: readonly string[]): string =>
  [
    "Nothing was saved.",
    // A secret may have been replaced, or what the form does not show.
    changes.length > 0 ? `Now: ${changes.join("; ")}.` : "What they changed is not shown in this form.",
    "Save again to replace it by what stands here.",
  ].join(" ");

/**
 * Keeps the record that a form was opened with, for a form that replaces it. `save` sends a change under its tag: if another
 * has saved it since (412), the form says what it is now, and sends the next time under that. `setSeen` is for what the
 * form itself has saved.
 */
export function useSeen<Seen extends { etag: string }>(opened: Seen, conflict: Conflict<Seen>) {
  const [seen, setSeen] = useState(opened);
  const { title, changesBetween, replacesNamedAlone } = conflict;
  async function save<Answer>(send: (ifMatch: string) => Promise<Answer>): Promise<Answer> {
    try {
      const isUntouched = (current: Seen) => replacesNamedAlone && changesBetween(seen, current).length === 0;
      return await changeCurrent<Seen, Answer>(seen.etag, send, isUntouched);
    } catch (failure) {
      const current = currentIn(failure) as Seen | null;
      if (!current) throw failure;
      setSeen(current);
      throw new Refused({ title, next: next(changesBetween(seen, current)) });
    }
  }
  return { save, setSeen };
}
