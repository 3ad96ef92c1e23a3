"use client";

import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { EmptyState } from "./empty-state.tsx";
import { ErrorState } from "./error-state.tsx";
import { TableSkeleton } from "./table-skeleton.tsx";

interface ListBodyProps {
  /** What is listed: "claims". */
  things: string;
  /** How the read stands, as TanStack Query tells it. */
  query: {
    isPending: boolean;
    isError: boolean;
    isPlaceholderData: boolean;
    error: Error | null;
    refetch: () => unknown;
  };
  count: number;
  /** Takes the filters away; given where there are some. */
  onClear?: (() => void) | undefined;
  /** As many rows as there usually are: the place that is kept while they load, where something stands below. */
  usual?: number;
  /** The shape of what comes, where it is no table. */
  skeleton?: ReactNode;
  /** What is said where there is nothing at all. */
  empty: ReactNode;
  /** The table. */
  children: ReactNode;
}

/** The frame of a list with all its states: loading, failed, empty, filtered to nothing, and filled. */
export function ListBody({ things, query, count, onClear, usual, skeleton, empty, children }: ListBodyProps) {
  const nothing = onClear ? (
    <EmptyState
      icon={<SearchX aria-hidden="true" />}
      title="Nothing matches"
      action={<Button onPress={onClear}>Clear the filters</Button>}
    >
      None of the {things} fits these filters.
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
