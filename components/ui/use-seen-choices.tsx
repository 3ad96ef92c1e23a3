import { useRef } from "react";
import type { Choice } from "./choice.tsx";

/**
 * Every choice that was listed since the page was opened, and the chosen one: for a filter whose values nothing else
 * lists. `listed` gives the values of what is listed now with their names; empty values are no choice.
 */
export function useSeenChoices(listed: Iterable<readonly [value: string, name: string]>, chosen: string): Choice[] {
  const seen = useRef(new Map<string, string>());
  if (chosen !== "" && !seen.current.has(chosen)) seen.current.set(chosen, chosen);
  for (const [value, name] of listed) if (value !== "") seen.current.set(value, name);
  return [...seen.current].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name));
}
