"use client";

import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { useVisibleRows } from "./use-visible-rows.ts";

/** Number of entries before the end at which more are requested. */
const NEAR_END = 60;

interface LongListProps<Entry> {
  label: string;
  entries: readonly Entry[];
  /** Height of an entry in pixels. */
  height: number;
  /** Returns the unique key of an entry. */
  keyOf: (entry: Entry) => string;
  /** Renders an entry. The element that the arrow keys focus carries `data-entry`. */
  children: (entry: Entry) => ReactNode;
  /** Called near the end of the list, if more entries may follow. */
  onNearEnd?: (() => void) | undefined;
}

/** Moves the focus between entries with the arrow keys. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-entry]")];
  const at = entries.indexOf(event.target as HTMLElement);
  const next = entries[at + step];
  if (step === 0 || at === -1 || !next) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: "nearest" });
}

/** Shows a list of any length: only the entries near the viewport are rendered. It scrolls with the page. */
export function LongList<Entry>({ label, entries, height, keyOf, children, onNearEnd }: LongListProps<Entry>) {
  const list = useRef<HTMLUListElement>(null);
  const { from, until } = useVisibleRows(list, entries.length, height);
  const isNearEnd = until > entries.length - NEAR_END;
  useEffect(() => {
    if (isNearEnd) onNearEnd?.();
  }, [isNearEnd, onNearEnd]);
  return (
    <ul
      ref={list}
      aria-label={label}
      onKeyDown={moveFocus}
      style={{ paddingTop: from * height, paddingBottom: (entries.length - until) * height }}
    >
      {entries.slice(from, until).map((entry) => (
        <li key={keyOf(entry)} style={{ height }}>
          {children(entry)}
        </li>
      ))}
    </ul>
  );
}
