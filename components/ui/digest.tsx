"use client";

import { CircleCheck } from "lucide-react";
import { type ReactNode, useId, useRef } from "react";
import { ErrorState } from "./error-state.tsx";
import type { HeldKey } from "./held-rows.ts";
import { Link } from "./link.tsx";
import { Skeleton } from "./skeleton.tsx";
import { useHeldRows } from "./use-held-rows.ts";
import { words } from "./words.ts";

/** Minimum row height in rem. */
const ROW_REM = 3.5;

interface DigestProps<Row> {
  title: string;
  /** Number of entries, such as "4" or "50+"; null while unknown. */
  count: string | null;
  /** The page with the full list. */
  href: string;
  /** Label of the link to the full list: "All failed jobs". */
  all: string;
  /** The counted range in a few words, if it is not everything. */
  scope?: string | undefined;
  /** State of the query, as TanStack Query returns it. */
  query: { isPending: boolean; isError: boolean; error: Error | null; refetch: () => unknown };
  /** Text shown if the list is empty. */
  nothing: string;
  /** All entries, of which `first` are shown. */
  rows: readonly Row[];
  first: readonly Row[];
  /** All records from which the entries are chosen: one that is done shows what became of it. */
  known?: readonly Row[] | undefined;
  keyOf: (row: Row) => HeldKey;
  /** Identifies the shown part, if the person can choose another one. */
  part?: string;
  /** The usual number of rows. Their space is reserved while loading and if there are fewer. */
  usual: number;
  /** Renders an entry as a list item; `done` is the mark of one that is no longer in the list. */
  children: (row: Row, done: ReactNode) => ReactNode;
  /** Controls between the heading and the entries. */
  above?: ReactNode;
  /** A list item after the entries. */
  last?: ReactNode;
}

/**
 * Shows the first entries of a list with their number and a link to the full list. No entry moves while a person points
 * at the list or at one below.
 */
export function Digest<Row>(props: DigestProps<Row>) {
  const {
    title,
    count,
    href,
    all,
    scope,
    query,
    nothing,
    rows,
    first,
    known,
    keyOf,
    part = "",
    usual,
    children,
    above,
    last,
  } = props;
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const held = useHeldRows(first, { list: section, keyOf, part, all: rows, known });
  const isEmpty = held.rows.length === 0;
  const isFailed = query.isError && isEmpty;
  return (
    <section
      ref={section}
      aria-labelledby={id}
      data-held-list=""
      className="overflow-hidden rounded-lg border border-line bg-surface"
    >
      <div className="flex flex-wrap items-baseline gap-x-2 border-b border-line px-4 py-2.5">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {count === null || isFailed ? null : (
          <span className="rounded-full bg-hover px-2 text-xs leading-5 font-medium text-muted tabular-nums">
            {count}
          </span>
        )}
        {held.newer ?? (scope ? <span className="text-xs text-faint">{scope}</span> : null)}
        <span className="ml-auto text-sm">
          <Link href={href}>{all}</Link>
        </span>
      </div>
      {above ? <div className="flex flex-col gap-1 border-b border-line px-4 py-2">{above}</div> : null}
      <div className="flex flex-col" style={{ minHeight: `${usual * ROW_REM}rem` }}>
        {query.isPending ? (
          <div role="status" aria-label={`${words.loading}: ${title}`} className="divide-y divide-line">
            {Array.from({ length: usual }, (_, row) => row).map((row) => (
              <div key={row} className="flex h-14 items-center justify-between gap-4 px-4">
                <Skeleton className="h-4 w-48" />
                <Skeleton className="h-4 w-20" />
              </div>
            ))}
          </div>
        ) : null}
        {isFailed ? (
          <ErrorState title={words.notLoaded(title)} onRetry={() => void query.refetch()}>
            {query.error?.message}. {words.nothingChanged}
          </ErrorState>
        ) : null}
        {!query.isPending && !query.isError && isEmpty ? (
          <p className="m-auto flex min-h-14 items-center gap-2 px-4 text-sm text-muted">
            <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-success" />
            {nothing}
          </p>
        ) : null}
        {isEmpty ? null : (
          <ul className="divide-y divide-line">
            {held.rows.map((row) => children(row, held.markOf(row)))}
            {last}
          </ul>
        )}
      </div>
    </section>
  );
}

interface DigestRowProps {
  /** A control before the title, such as a checkbox. */
  start?: ReactNode;
  /** The entry's name, usually a link or a button that opens it. */
  title: ReactNode;
  /** Pieces side by side, or stacked on narrow screens. */
  detail?: ReactNode;
  /** A time, a status or a button at the end of the row. */
  end?: ReactNode;
  /** The mark of an entry that is done and stays for now; it covers the row's end, whose width stays. */
  done?: ReactNode;
}

/** Shows one entry of a digest: title, detail line, and the end of the row. */
export function DigestRow({ start, title, detail, end, done }: DigestRowProps) {
  return (
    <li className="relative flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-2 has-[a]:hover:bg-hover/60 has-data-opens:hover:bg-hover/60">
      {start}
      <div className="min-w-48 flex-1">
        <div className="truncate leading-6 [&>a]:inline-block [&>a]:max-w-full [&>a]:truncate [&>a]:align-top [&>button]:align-top">
          {title}
        </div>
        {detail ? (
          <div className="flex flex-wrap items-center gap-x-3 text-sm text-muted *:max-w-full *:truncate">{detail}</div>
        ) : null}
      </div>
      {end || done ? (
        <div className="shrink-0 text-sm text-muted tabular-nums">
          {end}
          {done}
        </div>
      ) : null}
    </li>
  );
}

/** Returns the number of rows on the first page: "50+" if more follow. */
export const countWords = (rows: number, hasMore: boolean): string => (hasMore ? `${rows}+` : String(rows));
