"use client";

import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";
import { zoneWords } from "./time-words.tsx";

const ZoneContext = createContext<string | undefined>(undefined);

/** Every time below is told in this zone (an IANA name), whatever the reader's own is. */
export function TimeZone({ zone, children }: { zone: string; children: ReactNode }) {
  return <ZoneContext value={zone}>{children}</ZoneContext>;
}

/** The zone that times are told in here; undefined, which stands for the reader's own, outside of a `TimeZone`. */
export const useTimeZone = (): string | undefined => useContext(ZoneContext);

const never = () => () => undefined;

/**
 * What to write behind a time of this moment (ISO 8601): the zone's name ("EST") where the reader's own clock shows
 * another time, else null. Null on the server and while hydrating, too: only the reader's device knows its zone.
 */
export function useZoneName(at: string): string | null {
  const zone = useTimeZone();
  return useSyncExternalStore(
    never,
    () => (zone === undefined ? null : zoneWords(at, zone)),
    () => null,
  );
}
