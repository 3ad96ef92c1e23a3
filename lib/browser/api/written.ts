import type { shownRecords } from "#lib/catalog/generated/shown";
import { writtenRoutes } from "#lib/catalog/generated/written-routes";
import type { JobStatus } from "#lib/job-record/model";
import { callDefined } from "./fetcher.ts";
import { type Pages, pagesOf } from "./pages.ts";
import type { RowOf } from "./routes.ts";

/** The lists of records written through this interface for a patient, by their names in the body (decisions §5). */
export type WrittenList = keyof typeof shownRecords;

/** The fields that every written record has. */
export interface WrittenRecord {
  job_id: number;
  status: JobStatus;
  created_at: string;
}

/** A written record with the fields of its own list. */
export type KnownRecord = WrittenRecord & Record<string, unknown>;

const PAGE = 100;

/** GET /patient-notes, /payments and so on: newest first, page after page, with the number of all. */
export const writtenRecords = <List extends WrittenList>(
  accountId: string,
  list: List,
  filters: { patient_mrn?: string; job_id?: number },
) => {
  // Each of these lists has the filters of payments.
  const [route, name] = [writtenRoutes[list], list] as unknown as ["GET /payments", "payments"];
  const pages: unknown = pagesOf({ accountId, route, list: name, query: filters, limit: PAGE, counted: true });
  return pages as Pages<RowOf<(typeof writtenRoutes)[List]>>;
};

/** Returns the newest 100 records of such a list as they are now, those of one patient if `patient_mrn` is given. */
export async function newestRecords(
  accountId: string,
  list: WrittenList,
  filters: { patient_mrn?: string },
): Promise<KnownRecord[]> {
  const body = await callDefined<Record<string, KnownRecord[]>>(accountId, writtenRoutes[list], {
    ...filters,
    limit: PAGE,
  });
  return body[list] ?? [];
}
