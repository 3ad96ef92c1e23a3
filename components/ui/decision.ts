import { letters } from "#lib/browser/page/matches-words";
import type { Choice } from "./choice.tsx";
import { words } from "./words.ts";

/** Why a typed text chooses nothing. */
export type Undecided = "none" | "several" | "near" | "failed";

/** Says why a typed text chooses nothing; `noneBecause` is the reason if nothing can match it, or "". */
export const undecidedWords = (undecided: Undecided, noneBecause: string): string =>
  undecided === "none" && noneBecause !== "" ? `${words.choiceIs.none} ${noneBecause}` : words.choiceIs[undecided];

/**
 * Returns the choice that all matches of a typed text leave, or why there is none. A match that is only near, such as
 * one of a similar name, is for a person to choose.
 */
export function decisionOf(matches: readonly Choice[]): Choice | Undecided {
  const [only, other] = matches;
  if (!only) return "none";
  if (other || only.disabled) return "several";
  return only.near ? "near" : only;
}

/** Returns the only option whose id or name is the text, in any case, or else all `matches`. */
export function exactOr(options: readonly Choice[], text: string, matches: readonly Choice[]): readonly Choice[] {
  const sought = letters(text.trim());
  const exact = options.filter(({ id, name }) => letters(id) === sought || letters(name) === sought);
  return exact.length === 1 ? exact : matches;
}
