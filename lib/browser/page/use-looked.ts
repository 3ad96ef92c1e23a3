import { useCallback, useMemo, useSyncExternalStore } from "react";
import { type Looked, NOTHING_LOOKED_AT } from "./looks.ts";

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

function parsed(text: string | null): Looked {
  try {
    const { pages = {}, seen = {} } = JSON.parse(text ?? "{}") as Partial<Looked>;
    return { pages, seen };
  } catch {
    return NOTHING_LOOKED_AT;
  }
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
 * Returns what a person has looked at in an account, and the function that changes it. This browser keeps it, ids and times
 * alone, for each person and account (decisions §15).
 */
export function useLooked(userId: string, accountId: string): [Looked, (change: (looked: Looked) => Looked) => void] {
  const key = `crc.looked ${userId} ${accountId}`;
  const text = useSyncExternalStore(
    subscribe,
    () => read(key),
    () => null,
  );
  const looked = useMemo(() => parsed(text), [text]);
  const change = useCallback(
    (next: (looked: Looked) => Looked) => write(key, JSON.stringify(next(parsed(read(key))))),
    [key],
  );
  return [looked, change];
}
