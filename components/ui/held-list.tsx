"use client";

import { ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { useHeldRows } from "./use-held-rows.tsx";
import { words } from "./words.ts";

interface HeldListProps<Row, Id extends number | string> {
  /** Newest first. */
  rows: readonly Row[];
  /** Identifies the list; a change of filters changes the key. */
  listKey: string;
  /** Returns a row's id; ids grow with time. Must be a stable function. */
  idOf: (row: Row) => Id;
  /** The entries' name, singular and plural. */
  things: readonly [one: string, several: string];
  /** Renders the table of the visible rows. */
  children: (rows: readonly Row[]) => ReactNode;
}

/** Shows a live list whose rows do not move while the user points at it. */
export function HeldList<Row, Id extends number | string>({
  rows: latest,
  listKey,
  idOf,
  things,
  children,
}: HeldListProps<Row, Id>) {
  const { rows, waiting, hold, release } = useHeldRows(latest, listKey, idOf);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at the list only stops its updates
    <div
      className="relative"
      onMouseEnter={hold}
      onMouseLeave={release}
      onFocus={hold}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) release();
      }}
    >
      {waiting > 0 ? (
        <div className="pointer-events-none absolute inset-x-0 top-9 z-10 flex justify-center">
          <Button
            size="sm"
            icon={<ArrowUp aria-hidden="true" />}
            onPress={release}
            className="pointer-events-auto shadow-float"
          >
            {words.newThings(waiting, things[waiting === 1 ? 0 : 1])}
          </Button>
        </div>
      ) : null}
      {children(rows)}
    </div>
  );
}
