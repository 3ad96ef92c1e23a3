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
