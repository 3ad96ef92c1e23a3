import { queryOptions } from "@tanstack/react-query";
import type { RecallModel } from "#lib/models/recall";
import { readAll } from "./read-all.ts";

/** GET /recalls: those that match, by due date. */
export const recalls = (accountId: string, filters: { status?: "open" | "closed" } = {}) =>
  queryOptions({
    queryKey: ["recalls", accountId, filters],
    queryFn: ({ signal }) => readAll<RecallModel>(accountId, "/recalls", "recalls", { query: filters, signal }),
    staleTime: 30_000,
  });
