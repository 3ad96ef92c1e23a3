import { useRef } from "react";
import type { Choice } from "./choice.tsx";

/**
 * Returns every option listed since the page opened, and the selected one, for filters that have no list of their
 * values. `listed` holds the current values with their names; empty values are skipped.
 */
export function useSeenChoices(listed: Iterable<readonly [value: string, name: string]>, chosen: string): Choice[] {
  const seen = useRef(new Map<string, string>());
  if (chosen !== "" && !seen.current.has(chosen)) seen.current.set(chosen, chosen);
  for (const [value, name] of listed) if (value !== "") seen.current.set(value, name);
  return [...seen.current].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name));
}
