import { useSyncExternalStore } from "react";

/** From this width on there is room for two columns. */
const WIDE = "(min-width: 64rem)";

function listen(listener: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Returns whether a panel can open beside the page instead of over it. */
export const useWide = (): boolean =>
  useSyncExternalStore(
    listen,
    () => window.matchMedia(WIDE).matches,
    () => true,
  );
