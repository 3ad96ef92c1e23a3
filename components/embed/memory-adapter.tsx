"use client";

import { unstable_createAdapterProvider as createAdapterProvider } from "nuqs/adapters/custom";
import { useCallback, useSyncExternalStore } from "react";

let search = new URLSearchParams();
const listeners = new Set<() => void>();

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const current = () => search;

/** Filters and what lies open, as a page of the console keeps them in its address. */
function useMemoryAdapter() {
  const searchParams = useSyncExternalStore(listen, current, current);
  const updateUrl = useCallback((next: URLSearchParams) => {
    search = new URLSearchParams(next);
    for (const listener of listeners) listener();
  }, []);
  return { searchParams, updateUrl, getSearchParamsSnapshot: current };
}

/** Says how a view opens, by the names that the console's address has. */
export function openWith(values: Record<string, string | undefined>): void {
  const given = Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]));
  search = new URLSearchParams(given);
}

/**
 * Keeps in memory what the console keeps in its address: in a partner's page an address may not name a patient, and
 * Back belongs to that page.
 */
export const MemoryAdapter = createAdapterProvider(useMemoryAdapter);
