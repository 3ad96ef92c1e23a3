import { useCallback, useSyncExternalStore } from "react";

/** What a browser that allows no storage remembers, as long as the page. */
const unstored = new Map<string, string>();
const listeners = new Set<() => void>();

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return unstored.get(key) ?? null;
  }
}

function write(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    unstored.set(key, text);
  }
  for (const notify of listeners) notify();
}

/** Other tabs change what is stored, too. */
function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  window.addEventListener("storage", notify);
  return () => {
    listeners.delete(notify);
    window.removeEventListener("storage", notify);
  };
}

/**
 * Returns a text that this browser keeps under a key, null if it keeps none, and the function that changes it by what is kept
 * then. The server and the first rendering know of none.
 */
export function useStoredText(key: string): [string | null, (change: (text: string | null) => string) => void] {
  const text = useSyncExternalStore(
    subscribe,
    () => read(key),
    () => null,
  );
  return [text, useCallback((change) => write(key, change(read(key))), [key])];
}
