import { type KeyboardEvent, useEffect, useEffectEvent, useState } from "react";
import { plainText } from "#components/forms/choice-words.ts";
import type { Choice } from "#components/ui/choice";

/** Returns the first option whose name begins with the typed text, in any case and without accents. */
export const firstNamed = (options: readonly Choice[], typed: string): Choice | undefined =>
  options.find(({ name }) => plainText(name).startsWith(plainText(typed)));

interface TypedAhead {
  /** The typed text that is not used yet. */
  typed: string;
  /** Keeps the letters that are typed into the field. */
  onKeyDownCapture: (event: KeyboardEvent<HTMLElement>) => void;
}

/**
 * Keeps the letters that are typed into a field while its options load, as a select would search for them: at the end of
 * loading `onLoaded` receives them once. They count although the user has moved on to the next field by then.
 */
export function useTypedAhead(loading: boolean, onLoaded: (typed: string) => void): TypedAhead {
  const [typed, setTyped] = useState("");
  const hand = useEffectEvent(() => {
    if (typed === "") return;
    setTyped("");
    onLoaded(typed);
  });
  useEffect(() => {
    if (!loading) hand();
  }, [loading]);
  return {
    typed,
    onKeyDownCapture: ({ key, ctrlKey, metaKey, altKey, currentTarget, target }) => {
      // Not the keys of an open list, which the browser draws outside of the field.
      if (!loading || ctrlKey || metaKey || altKey || !currentTarget.contains(target as Node)) return;
      if (key === "Backspace") setTyped((text) => text.slice(0, -1));
      // A space alone opens the list.
      else if (key.length === 1) setTyped((text) => (text === "" && key === " " ? text : text + key));
    },
  };
}
