import { createContext, useContext, useSyncExternalStore } from "react";

/** Identifies the person whose choices of columns the browser keeps; null where it must keep nothing. */
export const TableOwner = createContext<string | null>(null);

/** Choices since the page was opened: without an owner the only ones, and always those that the page shows. */
const chosen = new Map<string, readonly string[]>();
const listeners = new Set<() => void>();
const NONE: readonly string[] = [];

const keyOf = (owner: string | null, table: string) => `columns ${owner ?? ""} ${table}`;

function stored(key: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(key) ?? "[]");
    return Array.isArray(kept) ? kept.filter((id) => typeof id === "string") : NONE;
  } catch {
    // The browser keeps nothing, or another program changed it.
    return NONE;
  }
}

function read(owner: string | null, table: string): readonly string[] {
  const key = keyOf(owner, table);
  const known = chosen.get(key);
  if (known) return known;
  const kept = owner === null ? NONE : stored(key);
  chosen.set(key, kept);
  return kept;
}

function write(owner: string | null, table: string, switched: readonly string[]): void {
  const key = keyOf(owner, table);
  chosen.set(key, switched);
  if (owner !== null) {
    try {
      window.localStorage.setItem(key, JSON.stringify(switched));
    } catch {
      // Without storage the choice lasts until the page is closed.
    }
  }
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Returns the ids of the columns whose visibility this person has switched in a table, and the function that replaces
 * them. They are kept in this browser and contain no data of patients.
 */
export function useOwnColumns(table: string): [readonly string[], (switched: readonly string[]) => void] {
  const owner = useContext(TableOwner);
  const switched = useSyncExternalStore(
    listen,
    () => read(owner, table),
    () => NONE,
  );
  return [switched, (next) => write(owner, table, next)];
}
