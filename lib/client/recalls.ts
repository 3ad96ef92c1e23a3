import { queryOptions } from "@tanstack/react-query";
import { readAll } from "./read-all.ts";

/** A recall as pickers need it (decisions §5). */
interface Recall {
  id: string;
  patient_mrn: string;
  reason: string;
  /** YYYY-MM-DD. */
  due_date: string;
}

/** GET /recalls: those that match, by due date. */
export const recalls = (accountId: string, filters: { status?: "open" | "closed" } = {}) =>
  queryOptions({
    queryKey: ["recalls", accountId, filters],
    queryFn: ({ signal }) => readAll<Recall>(accountId, "/recalls", "recalls", { query: filters, signal }),
    staleTime: 30_000,
  });
