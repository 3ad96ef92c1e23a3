import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "./fetcher.ts";
import { readAll } from "./read-all.ts";

/** Time after which the number of drafts is read again. */
const COUNT_MS = 60_000;

/** Cache key of all that is known of the account's drafts. */
export const draftsKey = (accountId: string) => ["drafts", accountId] as const;

/** How many drafts wait, and when the newest was made; null if none waits. */
export interface DraftCount {
  count: number;
  newest: string | null;
}

/** GET /drafts/count, again each minute: assistants draft at any time. */
export const draftCount = (accountId: string) =>
  queryOptions({
    queryKey: [...draftsKey(accountId), "count"],
    queryFn: ({ signal }) => call(accountId, "GET /drafts/count", {}, { signal }),
    staleTime: COUNT_MS,
    refetchInterval: COUNT_MS,
  });

/**
 * GET /drafts: the drafts that wait, oldest first. They are read again when their number or the newest changes: each
 * reading is in the audit log.
 */
export const waitingDrafts = (accountId: string, known: DraftCount | undefined) =>
  queryOptions({
    queryKey: [...draftsKey(accountId), "list", known?.count, known?.newest],
    queryFn: ({ signal }) => readAll(accountId, "GET /drafts", "drafts", { signal }),
    enabled: known !== undefined,
    placeholderData: keepPreviousData,
  });

/** Returns a waiting draft; undefined if it was sent or discarded. */
export const findWaitingDraft = async (accountId: string, id: string, signal: AbortSignal) =>
  (await readAll(accountId, "GET /drafts", "drafts", { signal })).find((draft) => draft.id === id);

/** DELETE /drafts/{id}: nothing is sent. */
export const discardDraft = (accountId: string, id: string) => call(accountId, "DELETE /drafts/{id}", { id });
