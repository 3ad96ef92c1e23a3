import { queryOptions } from "@tanstack/react-query";
import { callDefined } from "./fetcher.ts";
import { pagesOf } from "./pages.ts";
import type { RowOf } from "./routes.ts";

/** An entry of GET /changes/history. */
export type PastChange = RowOf<"GET /changes/history">;

/** Which changes are asked for: those of one record by its id, or of a patient and the records that name them. */
export type ChangesOf = { record_id: string } | { patient_mrn: string };

/** Entries that are read at once: few records change more often in a month. */
const PAGE = 10;

/** GET /changes/history: what has changed, newest first, page after page. */
export const pastChanges = (accountId: string, of: ChangesOf) =>
  pagesOf({ accountId, route: "GET /changes/history", list: "changes", query: of, limit: PAGE });

/** Entries that are read at once of all visits, and how many are read at most: a burst marks the newest of them. */
const VISITS_PAGE = 100;
const MOST_VISITS = 500;

/**
 * GET /changes/history: what was noticed of visits after a moment (ISO 8601), newest first, and when the newest change of all was noticed
 * ("" if none is known). With null, no changes: a person who has not looked yet has missed none.
 */
export const visitChanges = (accountId: string, since: string | null) =>
  queryOptions({
    queryKey: ["changes", accountId, "visits", since],
    queryFn: async ({ signal }) => {
      const limit = since === null ? 1 : VISITS_PAGE;
      const changes: PastChange[] = [];
      let cursor: string | null = null;
      do {
        const page: { changes: PastChange[]; next_cursor?: string | null } = await callDefined(
          accountId,
          "GET /changes/history",
          { kinds: "appointments", limit, cursor },
          { signal },
        );
        changes.push(...page.changes);
        cursor = page.next_cursor ?? null;
      } while (since !== null && cursor && (changes.at(-1)?.noticed_at ?? "") > since && changes.length < MOST_VISITS);
      const newest = changes[0]?.noticed_at ?? "";
      return { newest, changes: since === null ? [] : changes.filter(({ noticed_at }) => noticed_at > since) };
    },
  });
