import { useEffect, useState } from "react";

/** Shorter than a typist's pause between words, longer than one between letters. */
const PAUSE_MS = 150;

/** Returns a text once typing has paused, so that a search runs once per word and not per letter. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
