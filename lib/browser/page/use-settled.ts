import { useEffect, useState } from "react";

/** Shorter than a pause between words, longer than one between letters. */
const PAUSE_MS = 150;

/** A text once its typing has paused, so that a search is asked once per word and not per letter. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
