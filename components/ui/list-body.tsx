"use client";

import { SearchX } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Button } from "./button.tsx";
import { EmptyState } from "./empty-state.tsx";
import { ErrorState } from "./error-state.tsx";
import { TableSkeleton } from "./table-skeleton.tsx";
import { ListKey, useKeptCount } from "./use-held-rows.ts";
import { words } from "./words.ts";

/** State of a list's query, as TanStack Query returns it. */
export interface ListQuery {
  isPending: boolean;
  isError: boolean;
  isPlaceholderData: boolean;
  error: Error | null;
  refetch: () => unknown;
}

interface ListBodyProps {
  /** The entries' plural name: "claims". */
  things: string;
  query: ListQuery;
  count: number;
  /** Identifies the rows, if actions or events change them: they then hold still for a person who points at them. */
  listKey?: string | undefined;
  /** Clears the filters; set if any is active. */
  onClear?: (() => void) | undefined;
  /** Said below if nothing matches the filters. */
  hint?: ReactNode;
  /** The usual number of rows. Their space is reserved while loading, if content follows below. */
  usual?: number | undefined;
  /** Loading placeholder, if the content is not a table. */
  skeleton?: ReactNode;
  /** Shown if the unfiltered list is empty. */
  empty: ReactNode;
  /** The table. */
  children: ReactNode;
}

/** Shows a list in each of its states: loading, failed, empty, no match, and filled. */
export function ListBody({
  things,
  query,
  count: present,
  listKey,
  onClear,
  hint,
  usual,
  skeleton,
  empty,
  children,
}: ListBodyProps) {
  const list = useRef<HTMLElement>(null);
  const count = useKeptCount(list, present, listKey);
  const nothing = onClear ? (
    <EmptyState
      icon={<SearchX aria-hidden="true" />}
      title={words.nothingMatches}
      action={<Button onPress={onClear}>{words.clearTheFilters}</Button>}
    >
      {words.noneMatches(things)}
      {hint}
    </EmptyState>
  ) : (
    empty
  );
  return (
    <section
      ref={list}
      tabIndex={-1}
      aria-label={things.charAt(0).toUpperCase() + things.slice(1)}
      aria-busy={query.isPlaceholderData}
      data-held-list=""
      className="overflow-hidden rounded-lg border border-line bg-surface outline-none"
    >
      {query.isPending ? (skeleton ?? <TableSkeleton label={words.loadingThings(things)} rows={usual} />) : null}
      {query.isError && count === 0 ? (
        <ErrorState title={words.thingsNotLoaded(things)} onRetry={() => void query.refetch()}>
          {query.error?.message}. {words.nothingChanged}
        </ErrorState>
      ) : null}
      {!query.isPending && !query.isError && count === 0 ? nothing : null}
      {count > 0 ? <ListKey value={listKey}>{children}</ListKey> : null}
    </section>
  );
}
