import { useInfiniteQuery } from "@tanstack/react-query";
import { parseAsString, useQueryStates } from "nuqs";
import { useMemo } from "react";
import { type JobFilters, jobList } from "#lib/browser/api/jobs";
import { useAccountId } from "#lib/browser/session/account";
import { type ActivityFilters, NO_FILTERS, toJobFilters } from "./filter-names.ts";

/** Activity's filters are kept in the URL, so that a link shows a colleague the same list. */
const parsers = {
  q: parseAsString.withDefault(""),
  type: parseAsString.withDefault(""),
  status: parseAsString.withDefault(""),
  patient: parseAsString.withDefault(""),
  ambiguous: parseAsString.withDefault(""),
  by: parseAsString.withDefault(""),
};

/**
 * Returns the list's filters with functions to change them. Typing replaces the history entry, so that Back leaves the
 * list.
 */
export function useActivityFilters() {
  const [filters, setFilters] = useQueryStates(parsers, { history: "replace", scroll: false });
  return {
    filters,
    change: (changed: Partial<ActivityFilters>) => void setFilters(changed),
    clear: () => void setFilters(NO_FILTERS),
    filtered: Object.values(filters).some(Boolean),
  };
}

/** Returns the jobs that match the filters, page by page. */
export function useActivity({ q, type, status, patient, ambiguous, by }: ActivityFilters) {
  const filters = useMemo<JobFilters>(
    () => toJobFilters({ q, type, status, patient, ambiguous, by }),
    [q, type, status, patient, ambiguous, by],
  );
  const query = useInfiniteQuery(jobList(useAccountId(), filters));
  const jobs = useMemo(() => query.data?.pages.flatMap((page) => page.jobs) ?? [], [query.data]);
  const counted = {
    loaded: query.isPending ? null : jobs.length,
    total: query.data?.pages[0]?.total ?? null,
    hasMore: query.hasNextPage,
  };
  return {
    query,
    jobs,
    counted,
    filters,
    key: `${JSON.stringify(filters)}${query.isPlaceholderData ? " before" : ""}`,
  };
}
