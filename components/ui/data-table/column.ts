import type { ReactNode } from "react";

/** Widths of the table below which a column is hidden. */
export type HiddenBelow = "sm" | "md" | "lg" | "xl" | "2xl" | "3xl" | "4xl" | "5xl" | "6xl" | "7xl";

/** A row's unique key. */
export type RowKey = string | number;

/** A column of a table. */
export interface Column<Row> {
  /** Unique within the table; for a column that the server sorts by, the name of the record's field. */
  id: string;
  title: string;
  /** Must return content of one line, or of as many lines in every row. */
  cell: (row: Row) => ReactNode;
  /**
   * Share of the space that is left once the other columns have what their content needs. Long text is cut off at the
   * column's end. Columns without it, such as dates, numbers and statuses, are as wide as their content.
   */
  grow?: number;
  /** Right-aligns a number or a time. */
  end?: boolean;
  hideBelow?: HiddenBelow;
  /**
   * How the list is sorted by this column: `server`, or by the value that the function returns, among the loaded rows.
   * Without it the column cannot be sorted by.
   */
  sort?: "server" | ((row: Row) => string | number);
  /** True for a column that is hidden until the user chooses it. */
  optional?: boolean;
  /** True for the column that names the row, which cannot be hidden. */
  always?: boolean;
  /** Layout of the cell: its height or vertical alignment. */
  className?: string;
}

/** A column by which a list is sorted. */
export interface SortOrder {
  id: string;
  descending: boolean;
}

/** Reads an order from the URL: the column's id, after a minus if the largest comes first; null for none. */
export const readSort = (text: string): SortOrder | null =>
  text === "" ? null : { id: text.replace(/^-/, ""), descending: text.startsWith("-") };

/** Returns the text of an order for the URL and for the parameter `sort` of `/v1`. */
export const sortText = ({ id, descending }: SortOrder): string => `${descending ? "-" : ""}${id}`;

/** Returns the order after a press on a column's head: ascending, then descending, then the list's own ("")`. */
export function nextSort(now: SortOrder | null, id: string): string {
  if (now?.id !== id) return sortText({ id, descending: false });
  return now.descending ? "" : sortText({ id, descending: true });
}

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Returns the rows in an order by a value of each; rows of equal value keep their order. */
export function sortedRows<Row>(
  rows: readonly Row[],
  sortValue: (row: Row) => string | number,
  descending: boolean,
): Row[] {
  const compare = (one: string | number, other: string | number) =>
    typeof one === "number" && typeof other === "number" ? one - other : collator.compare(String(one), String(other));
  return rows.toSorted((one, other) => compare(sortValue(one), sortValue(other)) * (descending ? -1 : 1));
}

/** Returns the columns that are shown, given the ids that the user has hidden or added. */
export const shownColumns = <Row>(
  columns: readonly Column<Row>[],
  switched: readonly string[],
): readonly Column<Row>[] =>
  columns.filter(({ id, optional = false, always = false }) => always || optional === switched.includes(id));
