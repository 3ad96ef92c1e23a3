import { queryOptions } from "@tanstack/react-query";
import { pagesOf } from "./pages.ts";
import { readAll } from "./read-all.ts";

/** GET /recalls: the matching recalls, by due date. */
export const recalls = (accountId: string, filters: { status?: "open" | "closed" } = {}) =>
  queryOptions({
    queryKey: ["recalls", accountId, filters],
    queryFn: ({ signal }) => readAll(accountId, "GET /recalls", "recalls", { query: filters, signal }),
    staleTime: 30_000,
  });

/** The filters of GET /recalls; empty ones are left out. */
export interface RecallFilters {
  /** `open` or `closed`. */
  status?: string;
  patient_mrn?: string;
  /** YYYY-MM-DD: recalls due before this day. */
  due_before?: string;
  /** A field of the recall, after a minus if the largest comes first. */
  sort?: string;
}

const PAGE = 100;

/** GET /recalls: by due date, earliest first, page after page, with the number of all. */
export const recallList = (accountId: string, filters: RecallFilters) =>
  pagesOf({
    accountId,
    route: "GET /recalls",
    list: "recalls",
    query: { ...filters },
    limit: PAGE,
    counted: true,
  });

/** Every matching recall, for an export. */
export const allRecalls = (accountId: string, filters: RecallFilters, onProgress: (rows: number) => void) =>
  readAll(accountId, "GET /recalls", "recalls", { query: { ...filters }, onProgress });
