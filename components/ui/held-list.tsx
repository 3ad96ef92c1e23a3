"use client";

import { ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { useHeldRows } from "./use-held-rows.tsx";

interface HeldListProps<Row, Id extends number | string> {
  /** Newest first. */
  rows: readonly Row[];
  /** Names the list: with other filters it is another one. */
  listKey: string;
  /** Ids grow with time. One and the same function at every call. */
  idOf: (row: Row) => Id;
  /** What is listed: one, several. */
  things: readonly [one: string, several: string];
  /** Draws the table of the rows that are to be seen. */
  children: (rows: readonly Row[]) => ReactNode;
}

/** A live list that changes in place, and in which nothing moves while someone points at it. */
export function HeldList<Row, Id extends number | string>({
  rows: latest,
  listKey,
  idOf,
  things,
  children,
}: HeldListProps<Row, Id>) {
  const { rows, waiting, hold, release } = useHeldRows(latest, listKey, idOf);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at the list only holds it still; nothing is operated by it
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
            {`${waiting} new ${things[waiting === 1 ? 0 : 1]}`}
          </Button>
        </div>
      ) : null}
      {children(rows)}
    </div>
  );
}
