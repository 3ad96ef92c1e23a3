import { useSyncExternalStore } from "react";
import { weekProviders } from "./grid-measures.ts";

function listen(listener: () => void): () => void {
  window.addEventListener("resize", listener);
  return () => window.removeEventListener("resize", listener);
}

/** Returns the number of providers whose columns fit a week on this screen. */
export const useWeekProviders = (): number =>
  useSyncExternalStore(
    listen,
    () => weekProviders(window.innerWidth),
    () => weekProviders(0),
  );
