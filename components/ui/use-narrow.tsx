"use client";

import { useSyncExternalStore } from "react";

/** Below this width there is room for one column only. */
const NARROW = "(width < 48rem)";

function listen(listener: () => void): () => void {
  const query = window.matchMedia(NARROW);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Returns true on a phone's screen; null on the server and while hydrating, when the screen is unknown. */
export const useNarrow = (): boolean | null =>
  useSyncExternalStore<boolean | null>(
    listen,
    () => window.matchMedia(NARROW).matches,
    () => null,
  );
