"use client";

import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { useVisibleRows } from "./use-visible-rows.ts";

/** More is asked for so many entries before the end. */
const NEAR_END = 60;

interface LongListProps<Entry> {
  label: string;
  entries: readonly Entry[];
  /** Pixels of each entry. */
  height: number;
  /** Tells the entries apart. */
  keyOf: (entry: Entry) => string;
  /** Draws what stands in an entry. What arrow keys go to carries `data-entry`. */
  children: (entry: Entry) => ReactNode;
  /** Called when the end comes into sight and more entries may follow. */
  onNearEnd?: (() => void) | undefined;
}

/** Arrows go from entry to entry. */
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

/** A list of any length: only the entries around what is in sight are drawn. It scrolls with the page. */
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
