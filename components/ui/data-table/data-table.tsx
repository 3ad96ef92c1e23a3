"use client";

import { type ComponentType, memo, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { classes } from "#components/ui/classes.ts";
import { useHeldRows } from "#components/ui/use-held-rows.ts";
import { useVisibleRows } from "#components/ui/use-visible-rows.ts";
import type { Column, RowKey } from "./column.ts";
import { HeadCell, hidden } from "./head-cell.tsx";
import type { Selection } from "./selection.tsx";
import { TableCell, TableRow } from "./table-row.tsx";
import type { TableState } from "./use-table.ts";

/** Row height in pixels until the first row is measured. */
const USUAL_HEIGHT = 41;
/** Number of rows before the end at which more are requested. */
const NEAR_END = 200;
/** Number of rows up to which all are rendered. */
const SHORT = 60;

interface DataTableProps<Row> {
  /** The accessible name of the table. */
  label: string;
  table: TableState<Row>;
  rows: readonly Row[];
  /** Returns a row's unique key. Must be a stable function. */
  keyOf: (row: Row) => RowKey;
  /** Key of the row whose details are open. */
  current?: RowKey | null;
  /** Called near the end of the table, if more rows may follow. */
  onNearEnd?: (() => void) | undefined;
  /** True if rows differ in height; all loaded rows are then rendered. */
  isUneven?: boolean;
  /** Renders around a row: provides what its cells share, and may add a row below. Must be a stable component. */
  around?: ComponentType<{ row: Row; columns: number; children: ReactNode }>;
  /** The selected rows, if rows can be selected. */
  selection?: Selection | undefined;
}

interface LineProps<Row> extends Pick<DataTableProps<Row>, "around"> {
  row: Row;
  rowKey: RowKey;
  columns: readonly Column<Row>[];
  rowIndex: number;
  isCurrent: boolean;
  isSelected: boolean;
  /** Shown before the first cell of a row that is no longer in the list, and is held. */
  mark: ReactNode;
  /** The row's checkbox and what it does, if rows can be selected. */
  SelectRow: Selection["SelectRow"] | undefined;
  onSelect: Selection["onSelect"] | undefined;
}

function LineOf<Row>(props: LineProps<Row>) {
  const { row, rowKey, columns, rowIndex, isCurrent, isSelected, mark, SelectRow, onSelect, around: Around } = props;
  const line = (
    <TableRow isCurrent={isCurrent} rowIndex={rowIndex}>
      {SelectRow && onSelect ? <SelectRow rowKey={rowKey} isSelected={isSelected} onSelect={onSelect} /> : null}
      {columns.map(({ id, cell, grow, end, hideBelow, className }, index) => (
        <TableCell
          key={id}
          end={end === true}
          className={classes(
            grow === undefined ? "w-0 whitespace-nowrap" : "max-w-0 truncate",
            hidden(hideBelow),
            className,
          )}
        >
          {index === 0 ? mark : null}
          {cell(row)}
        </TableCell>
      ))}
    </TableRow>
  );
  return Around ? (
    <Around row={row} columns={columns.length + (SelectRow ? 1 : 0)}>
      {line}
    </Around>
  ) : (
    line
  );
}

const Line = memo(LineOf) as typeof LineOf;

/**
 * Shows a table of any length: columns as wide as their content needs, heads that sort, and only the rows near the
 * viewport rendered. It scrolls with the page.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, table, rows: given, keyOf, current = null, onNearEnd, isUneven = false, around, selection } = props;
  const { columns, sort, onSort, arrange } = table;
  const arranged = useMemo(() => arrange(given), [arrange, given]);
  const body = useRef<HTMLTableSectionElement>(null);
  const { rows, markOf, newer } = useHeldRows(arranged, { list: body, keyOf, part: table.order });
  const [height, setHeight] = useState(USUAL_HEIGHT);
  const range = useVisibleRows(body, rows.length, height);
  const isWhole = isUneven || rows.length <= SHORT;
  const { from, until } = isWhole ? { from: 0, until: rows.length } : range;

  useLayoutEffect(() => {
    const drawn = isWhole ? 0 : body.current?.querySelector("tr[aria-rowindex]")?.getBoundingClientRect().height;
    if (drawn && Math.abs(drawn - height) > 0.5) setHeight(drawn);
  });

  const isNearEnd = until > rows.length - NEAR_END;
  useEffect(() => {
    if (isNearEnd) onNearEnd?.();
  }, [isNearEnd, onNearEnd]);

  return (
    <div className="@container relative overflow-x-auto">
      {newer}
      <table aria-label={label} aria-rowcount={rows.length + 1} className="w-full border-collapse text-left text-sm">
        <thead>
          <tr>
            {selection ? <selection.SelectAll keys={rows.map(keyOf)} selection={selection} /> : null}
            {columns.map((column) => (
              <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {from > 0 ? <Space height={from * height} /> : null}
          {rows.slice(from, until).map((row, index) => {
            const key = keyOf(row);
            return (
              <Line
                key={key}
                row={row}
                rowKey={key}
                columns={columns}
                rowIndex={from + index + 2}
                isCurrent={key === current}
                isSelected={selection?.keys.has(key) === true}
                mark={markOf(row)}
                SelectRow={selection?.SelectRow}
                onSelect={selection?.onSelect}
                {...(around && { around })}
              />
            );
          })}
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
