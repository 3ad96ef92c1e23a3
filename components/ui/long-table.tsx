"use client";

import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { TableHead } from "./table.tsx";
import { useVisibleRows } from "./use-visible-rows.ts";

/** Row height in pixels until the first row is measured. */
const USUAL_HEIGHT = 41;
/** Number of rows before the end at which more are requested. */
const NEAR_END = 200;

interface LongTableProps<Row> {
  label: string;
  columns: readonly { title: string; end?: boolean; className?: string }[];
  rows: readonly Row[];
  /** Renders a `TableRow`. All rows must have the same height: content must not wrap. */
  children: (row: Row, rowIndex: number) => ReactNode;
  /** Called near the end of the table, if more rows may follow. */
  onNearEnd?: (() => void) | undefined;
}

/** Shows a table of any length: only the rows near the viewport are rendered. It scrolls with the page. */
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

/** Takes the space of the rows that are not rendered. */
function Space({ height }: { height: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row is not focusable, and this one is empty
    <tr aria-hidden="true">
      <td style={{ height }} />
    </tr>
  );
}
