import type { shownRecords } from "#lib/catalog/shown";
import type { JobStatus } from "#lib/jobs/record/model";
import { pagesOf } from "./pages.ts";

/** The lists of records written through this interface for a patient, by their names in the body (decisions §5). */
export type WrittenList = keyof typeof shownRecords;

/** The fields that every written record has. */
export interface WrittenRecord {
  job_id: number;
  status: JobStatus;
  created_at: string;
}

const PAGE = 100;

/** GET /patient-notes, /payments and so on: newest first, page after page, with the number of all. */
export const writtenRecords = <Written extends WrittenRecord>(
  accountId: string,
  list: WrittenList,
  filters: { patient_mrn?: string },
) =>
  pagesOf<Written>({
    accountId,
    path: `/${list.replaceAll("_", "-")}`,
    list,
    query: { ...filters },
    limit: PAGE,
    counted: true,
  });
