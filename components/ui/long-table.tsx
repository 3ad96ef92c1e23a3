"use client";

import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { TableHead } from "./table.tsx";
import { useVisibleRows } from "./use-visible-rows.ts";

/** Until the first row was measured. */
const USUAL_HEIGHT = 41;
/** More is asked for so many rows before the end. */
const NEAR_END = 200;

interface LongTableProps<Row> {
  label: string;
  columns: readonly { title: string; end?: boolean; className?: string }[];
  rows: readonly Row[];
  /** Draws a `TableRow`. All rows must be of one height: what could wrap must not. */
  children: (row: Row, rowIndex: number) => ReactNode;
  /** Called when the end comes into sight and more rows may follow. */
  onNearEnd?: (() => void) | undefined;
}

/** A table of any length: only the rows around what is in sight are drawn. It scrolls with the page. */
export function LongTable<Row>({ label, columns, rows, children, onNearEnd }: LongTableProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [height, setHeight] = useState(USUAL_HEIGHT);
  const { from, until } = useVisibleRows(body, rows.length, height);

  useLayoutEffect(() => {
    const drawn = body.current?.querySelector("tr[aria-rowindex]")?.getBoundingClientRect().height;
    if (drawn && Math.abs(drawn - height) > 0.5) setHeight(drawn);
  });

  const isNearEnd = until > rows.length - NEAR_END;
  useEffect(() => {
    if (isNearEnd) onNearEnd?.();
  }, [isNearEnd, onNearEnd]);

  return (
    <div className="@container overflow-x-auto">
      <table
        aria-label={label}
        aria-rowcount={rows.length + 1}
        className="w-full border-collapse text-left text-sm whitespace-nowrap"
      >
        <TableHead columns={columns} />
        <tbody ref={body}>
          {from > 0 ? <Space height={from * height} /> : null}
          {rows.slice(from, until).map((row, index) => children(row, from + index + 2))}
          {until < rows.length ? <Space height={(rows.length - until) * height} /> : null}
        </tbody>
      </table>
    </div>
  );
}

/** Stands for the rows that are not drawn. */
function Space({ height }: { height: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row is not focusable, and this one holds nothing
    <tr aria-hidden="true">
      <td style={{ height }} />
    </tr>
  );
}
