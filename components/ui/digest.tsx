"use client";

import { CircleCheck } from "lucide-react";
import { type ReactNode, useId } from "react";
import { ErrorState } from "./error-state.tsx";
import { Link } from "./link.tsx";
import { Skeleton } from "./skeleton.tsx";

/** The least height of a row. */
const ROW_REM = 3.5;

interface DigestProps {
  title: string;
  /** How many there are, such as "4" or "50+"; null while that is not known. */
  count: string | null;
  /** Where all of them are. */
  href: string;
  /** What the link says: "All failed jobs". */
  all: string;
  /** What is counted, in a few words, where that is not everything. */
  scope?: string | undefined;
  /** How the read stands, as TanStack Query tells it. */
  query: { isPending: boolean; isError: boolean; error: Error | null; refetch: () => unknown };
  /** What is said where there is nothing. */
  nothing: string;
  isEmpty: boolean;
  /** As many rows as there usually are: the place that is kept for them, while they load and where there are fewer. */
  usual: number;
  /** The first few, as list items. */
  children: ReactNode;
}

/** The first few of a list with their number, and the way to the whole of it. */
export function Digest({ title, count, href, all, scope, query, nothing, isEmpty, usual, children }: DigestProps) {
  const id = useId();
  const isFailed = query.isError && isEmpty;
  return (
    <section aria-labelledby={id} className="overflow-hidden rounded-lg border border-line bg-surface">
      <div className="flex flex-wrap items-baseline gap-x-2 border-b border-line px-4 py-2.5">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {count === null || isFailed ? null : (
          <span className="rounded-full bg-hover px-2 text-xs leading-5 font-medium text-muted tabular-nums">
            {count}
          </span>
        )}
        {scope ? <span className="text-xs text-faint">{scope}</span> : null}
        <span className="ml-auto text-sm">
          <Link href={href}>{all}</Link>
        </span>
      </div>
      <div className="flex flex-col" style={{ minHeight: `${usual * ROW_REM}rem` }}>
        {query.isPending ? (
          <div role="status" aria-label={`Loading: ${title}`} className="divide-y divide-line">
            {Array.from({ length: usual }, (_, row) => `row ${row}`).map((row) => (
              <div key={row} className="flex h-14 items-center justify-between gap-4 px-4">
                <Skeleton className="h-4 w-48" />
                <Skeleton className="h-4 w-20" />
              </div>
            ))}
          </div>
        ) : null}
        {isFailed ? (
          <ErrorState title={`${title} could not be loaded`} onRetry={() => void query.refetch()}>
            {query.error?.message}. Nothing was changed.
          </ErrorState>
        ) : null}
        {!query.isPending && !query.isError && isEmpty ? (
          <p className="m-auto flex min-h-14 items-center gap-2 px-4 text-sm text-muted">
            <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-success" />
            {nothing}
          </p>
        ) : null}
        {isEmpty ? null : <ul className="divide-y divide-line">{children}</ul>}
      </div>
    </section>
  );
}

interface DigestRowProps {
  /** What it is, most often a link or a button that opens it. */
  title: ReactNode;
  /** Pieces that stand side by side, or below each other where there is little room. */
  detail?: ReactNode;
  /** At the end: a time, a state or a button. */
  end?: ReactNode;
}

/** One of a digest: what it is, a line of detail, and what stands at its end. */
export function DigestRow({ title, detail, end }: DigestRowProps) {
  return (
    <li className="relative flex min-h-14 items-center gap-3 px-4 py-2 has-[a]:hover:bg-hover/60 has-data-opens:hover:bg-hover/60">
      <div className="min-w-0 flex-1">
        <div className="truncate">{title}</div>
        {detail ? (
          <div className="flex flex-wrap gap-x-3 text-sm text-muted *:max-w-full *:truncate">{detail}</div>
        ) : null}
      </div>
      {end ? <div className="shrink-0 text-sm text-muted tabular-nums">{end}</div> : null}
    </li>
  );
}

/** How many rows there are, as far as one page tells: "50+" where more follow. */
export const countWords = (rows: number, hasMore: boolean): string => (hasMore ? `${rows}+` : String(rows));
