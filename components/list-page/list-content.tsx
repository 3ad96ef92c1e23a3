"use client";

import type { ReactNode } from "react";
import type { Selection } from "#components/ui/data-table/selection";
import { TableBar } from "#components/ui/data-table/table-bar";
import type { TableState } from "#components/ui/data-table/use-table.ts";
import { ListBody, type ListQuery } from "#components/ui/list-body";

export interface ListContentProps<Row> {
  /** The entries' name, singular and plural. */
  things: readonly [one: string, several: string];
  table: TableState<Row>;
  query: ListQuery;
  /** Identifies the rows, if actions or events change them (`ListBody`). */
  listKey?: string | undefined;
  /** How many rows are loaded and how many there are, as `useRows` returns it. */
  counted: { loaded: number | null; total?: number | null; hasMore: boolean };
  /** Sums of all matching rows, such as amounts of money. */
  sums?: ReactNode;
  selection?: Selection | undefined;
  /** The actions on the selected rows. */
  bulk?: ReactNode;
  /** The export of all matching rows. */
  exported?: ReactNode;
  /** Clears the filters; set if any is active. */
  onClear?: (() => void) | undefined;
  /** Said below if nothing matches the filters. */
  hint?: ReactNode;
  /** The usual number of rows. Their space is reserved while loading, if content follows below. */
  usual?: number | undefined;
  /** Shown if the unfiltered list is empty. */
  empty: ReactNode;
  /** The table. */
  children: ReactNode;
}

/** The table's bar and the list in each of its states. A list that could not be loaded has nothing to count. */
export function ListContent<Row>(props: ListContentProps<Row>) {
  const { things, query, counted, exported } = props;
  const count = counted.loaded ?? 0;
  return (
    <div className="flex flex-col gap-2">
      {query.isError && count === 0 ? null : (
        <TableBar {...props} {...counted}>
          {exported}
        </TableBar>
      )}
      <ListBody {...props} things={things[1]} count={count} />
    </div>
  );
}
