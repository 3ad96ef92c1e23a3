"use client";

import { useSyncExternalStore } from "react";

/** Below this there is room for one thing at a time. */
const NARROW = "(width < 48rem)";

function listen(listener: () => void): () => void {
  const query = window.matchMedia(NARROW);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** True on a phone's screen; null on the server and while hydrating, when no screen is known. */
export const useNarrow = (): boolean | null =>
  useSyncExternalStore<boolean | null>(
    listen,
    () => window.matchMedia(NARROW).matches,
    () => null,
  );
