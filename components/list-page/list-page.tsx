"use client";

import type { ReactNode } from "react";
import { ListContent, type ListContentProps } from "./list-content.tsx";
import type { ListViews } from "./list-views.ts";
import { SavedViews } from "./saved-views.tsx";

export interface ListPageProps<Row> extends Omit<ListContentProps<Row>, "usual"> {
  title: string;
  /** A description of the list, if its name does not say it. */
  note?: ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** Content between the title and the filters. */
  intro?: ReactNode;
  filterBar?: ReactNode;
  /** The person's saved views of the list. */
  views?: ListViews | undefined;
  /** Content after the table. */
  after?: ReactNode;
}

/** The parts of a list's page one below the other: title, filters with saved views, the table's bar, and the table. */
export function ListParts<Row>(props: ListPageProps<Row>) {
  const { title, note, actions, intro, filterBar, views, after, ...content } = props;
  return (
    <>
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
        <div className="min-w-0">
          <h1 className="text-xl font-semibold">{title}</h1>
          {note ? <div className="max-w-prose text-sm text-pretty text-muted">{note}</div> : null}
        </div>
        {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
      </div>
      {intro}
      {filterBar || views ? (
        <div className="flex flex-wrap items-start gap-2">
          {filterBar}
          {views ? <SavedViews {...views} /> : null}
        </div>
      ) : null}
      <ListContent {...content} />
      {after}
    </>
  );
}

/** The page of a list. */
export function ListPage<Row>(props: ListPageProps<Row>) {
  return (
    <div className="flex flex-col gap-4 px-4 py-5 lg:px-6">
      <ListParts {...props} />
    </div>
  );
}
