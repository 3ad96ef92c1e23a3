"use client";

import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";
import { zoneWords } from "./time-words.tsx";

const ZoneContext = createContext<string | undefined>(undefined);

/** Sets the time zone (an IANA name) of all times below it, whatever the user's own zone is. */
export function TimeZone({ zone, children }: { zone: string; children: ReactNode }) {
  return <ZoneContext value={zone}>{children}</ZoneContext>;
}

/** Returns the time zone of displayed times; undefined outside of a `TimeZone`, for the user's own zone. */
export const useTimeZone = (): string | undefined => useContext(ZoneContext);

const never = () => () => undefined;

/**
 * Returns the zone's name ("EST") to show behind a time of this moment (ISO 8601) if the user's zone has another time,
 * otherwise null. Also null on the server and while hydrating: only the user's device knows its zone.
 */
export function useZoneName(at: string): string | null {
  const zone = useTimeZone();
  return useSyncExternalStore(
    never,
    () => (zone === undefined ? null : zoneWords(at, zone)),
    () => null,
  );
}
