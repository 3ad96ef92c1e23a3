import { useState } from "react";
import { isEmbedded } from "./authority.ts";

/** Returns the key under which a user's choice is stored: users of one browser have separate choices. */
const storedAs = (userId: string, name: string) => `crc.${name} ${userId}`;

function stored(key: string): boolean {
  try {
    return localStorage.getItem(key) === "true";
  } catch {
    // The browser allows no storage: the choice lasts as long as the component.
    return false;
  }
}

function store(key: string, value: boolean): void {
  try {
    if (value) localStorage.setItem(key, "true");
    else localStorage.removeItem(key);
  } catch {
    // As above.
  }
}

/**
 * Returns a choice between yes and no, initially no, that this browser remembers per user. An embedded view stores nothing
 * (decisions §9), nor does a component without a user. The server renders the initial choice, so the first rendering
 * must not show a stored one.
 */
export function useRemembered(name: string, userId: string | undefined): [boolean, (value: boolean) => void] {
  const key = userId === undefined || isEmbedded() ? null : storedAs(userId, name);
  const [value, setValue] = useState(() => key !== null && stored(key));
  return [
    value,
    (chosen) => {
      setValue(chosen);
      if (key !== null) store(key, chosen);
    },
  ];
}
