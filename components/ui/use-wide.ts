import { useSyncExternalStore } from "react";

/** From here on there is room for two things side by side. */
const WIDE = "(min-width: 64rem)";

function listen(listener: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** True where something may lie open beside the page instead of over it. */
export const useWide = (): boolean =>
  useSyncExternalStore(
    listen,
    () => window.matchMedia(WIDE).matches,
    () => true,
  );
