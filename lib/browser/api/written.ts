import type { z } from "zod";
import type {
  writtenMessage,
  writtenOrder,
  writtenPatientNote,
  writtenPayment,
  writtenService,
  writtenTask,
} from "#lib/resources/written/model";
import { pagesOf } from "./pages.ts";

/** What was written through this interface, by the name of its list in the body (decisions §5). */
export interface WrittenRecords {
  patient_notes: z.infer<typeof writtenPatientNote>;
  payments: z.infer<typeof writtenPayment>;
  messages: z.infer<typeof writtenMessage>;
  tasks: z.infer<typeof writtenTask>;
  services: z.infer<typeof writtenService>;
  orders: z.infer<typeof writtenOrder>;
}

export type WrittenList = keyof WrittenRecords;

const PAGE = 100;

/** GET /patient-notes, /payments, /messages, /tasks, /services or /orders: newest first, page after page. */
export const writtenRecords = <List extends WrittenList>(
  accountId: string,
  list: List,
  filters: { patient_mrn?: string },
) =>
  pagesOf<WrittenRecords[List]>({
    accountId,
    path: `/${list.replaceAll("_", "-")}`,
    list,
    query: { ...filters },
    limit: PAGE,
  });
