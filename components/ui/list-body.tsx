"use client";

import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { EmptyState } from "./empty-state.tsx";
import { ErrorState } from "./error-state.tsx";
import { TableSkeleton } from "./table-skeleton.tsx";

interface ListBodyProps {
  /** The entries' plural name: "claims". */
  things: string;
  /** State of the query, as TanStack Query returns it. */
  query: {
    isPending: boolean;
    isError: boolean;
    isPlaceholderData: boolean;
    error: Error | null;
    refetch: () => unknown;
  };
  count: number;
  /** Clears the filters; set if any is active. */
  onClear?: (() => void) | undefined;
  /** The usual number of rows. Their space is reserved while loading, if content follows below. */
  usual?: number;
  /** Loading placeholder, if the content is not a table. */
  skeleton?: ReactNode;
  /** Shown if the unfiltered list is empty. */
  empty: ReactNode;
  /** The table. */
  children: ReactNode;
}

/** Shows a list in each of its states: loading, failed, empty, no match, and filled. */
export function ListBody({ things, query, count, onClear, usual, skeleton, empty, children }: ListBodyProps) {
  const nothing = onClear ? (
    <EmptyState
      icon={<SearchX aria-hidden="true" />}
      title="Nothing matches"
      action={<Button onPress={onClear}>Clear the filters</Button>}
    >
      No {things} match these filters.
    </EmptyState>
  ) : (
    empty
  );
  return (
    <section
      aria-label={things.charAt(0).toUpperCase() + things.slice(1)}
      aria-busy={query.isPlaceholderData}
      className="overflow-hidden rounded-lg border border-line bg-surface"
    >
      {query.isPending
        ? (skeleton ?? <TableSkeleton label={`Loading the ${things}`} {...(usual !== undefined && { rows: usual })} />)
        : null}
      {query.isError && count === 0 ? (
        <ErrorState title={`The ${things} could not be loaded`} onRetry={() => void query.refetch()}>
          {query.error?.message}. Nothing was changed.
        </ErrorState>
      ) : null}
      {!query.isPending && !query.isError && count === 0 ? nothing : null}
      {count > 0 ? children : null}
    </section>
  );
}
