"use client";

import type { ReactNode } from "react";
import type { RowKey } from "#components/ui/data-table/column.ts";
import { DataTable } from "#components/ui/data-table/data-table";
import { Section } from "#components/ui/section";
import { ListContent, type ListContentProps } from "./list-content.tsx";

export interface ListSectionProps<Row>
  extends Pick<ListContentProps<Row>, "things" | "table" | "query" | "usual" | "empty"> {
  title: string;
  /** One sentence under the title. */
  note?: ReactNode;
  /** The section's buttons. */
  action?: ReactNode;
  /** Content between the heading and the table. */
  intro?: ReactNode;
  /** The accessible name of the table, if it is not the title. */
  label?: string;
  rows: readonly Row[];
  /** Returns a row's unique key. Must be a stable function. */
  keyOf: (row: Row) => RowKey;
  /** Dialogs of the list. */
  children?: ReactNode;
}

/** A list on a page that has other parts too: heading, the table's bar, and all of its rows. */
export function ListSection<Row>(props: ListSectionProps<Row>) {
  const { title, intro, label = title, table, query, rows, keyOf } = props;
  return (
    <Section {...props}>
      {intro}
      <ListContent
        {...props}
        listKey={label}
        counted={{ loaded: query.isPending ? null : rows.length, hasMore: false }}
      >
        <DataTable label={label} table={table} rows={rows} keyOf={keyOf} isUneven />
      </ListContent>
      {props.children}
    </Section>
  );
}
