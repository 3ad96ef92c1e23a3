import { parseAsString, useQueryState } from "nuqs";
import { useCallback, useMemo } from "react";
import { type Column, nextSort, readSort, type SortOrder, shownColumns, sortedRows } from "./column.ts";
import { useOwnColumns } from "./own-columns.ts";

/** The state of a table: its shown columns and its order. */
export interface TableState<Row> {
  /** Identifies the table in the URL and in the person's choices. */
  name: string;
  /** Every column, hidden ones included. */
  all: readonly Column<Row>[];
  columns: readonly Column<Row>[];
  switched: readonly string[];
  onSwitch: (switched: readonly string[]) => void;
  sort: SortOrder | null;
  /** The order as the URL has it; "" for the list's own. */
  order: string;
  /** Replaces the order by one in the form of the URL. */
  onOrder: (text: string) => void;
  onSort: (id: string) => void;
  /** The parameter `sort` of the list's request; absent if the list is in its own order or sorted here. */
  asked: { sort?: string };
  /** True if the rows are sorted in the browser, among those that are loaded. */
  isSortedHere: boolean;
  /** Returns the rows in the chosen order, unless the server has sorted them. A stable function. */
  arrange: (rows: readonly Row[]) => readonly Row[];
}

/**
 * Returns the state of a table. The order is kept in the URL, so that a link shows a colleague the same list; the
 * columns are kept per person in the browser. `columns` must be a stable array.
 */
export function useTable<Row>(name: string, columns: readonly Column<Row>[]): TableState<Row> {
  const [text, setText] = useQueryState(`${name}-sort`, parseAsString.withDefault(""));
  const [switched, onSwitch] = useOwnColumns(name);
  const shown = useMemo(() => shownColumns(columns, switched), [columns, switched]);
  const wanted = readSort(text);
  const by = columns.find(({ id, sort }) => id === wanted?.id && sort !== undefined)?.sort;
  const order = by === undefined ? null : wanted;
  const sortValue = typeof by === "function" ? by : null;
  const descending = order?.descending ?? false;
  const arrange = useCallback(
    (rows: readonly Row[]) => (sortValue ? sortedRows(rows, sortValue, descending) : rows),
    [sortValue, descending],
  );
  return {
    name,
    all: columns,
    columns: shown,
    switched,
    onSwitch,
    sort: order,
    order: order === null ? "" : text,
    onOrder: (next) => void setText(next || null),
    onSort: (id) => void setText(nextSort(order, id) || null),
    asked: by === "server" ? { sort: text } : {},
    isSortedHere: sortValue !== null,
    arrange,
  };
}
