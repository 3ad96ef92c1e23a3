import type { shownRecords } from "#lib/catalog/shown";
import type { JobStatus } from "#lib/job-record/model";
import type { PathOf } from "./interface-path.ts";
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

const PATHS: Record<WrittenList, PathOf<"GET">> = {
  orders: "/orders",
  patient_notes: "/patient-notes",
  payments: "/payments",
  services: "/services",
  tasks: "/tasks",
};

/** GET /patient-notes, /payments and so on: newest first, page after page, with the number of all. */
export const writtenRecords = <Written extends WrittenRecord>(
  accountId: string,
  list: WrittenList,
  filters: { patient_mrn?: string; job_id?: number },
) =>
  pagesOf<Written>({
    accountId,
    path: PATHS[list],
    list,
    query: { ...filters },
    limit: PAGE,
    counted: true,
  });
