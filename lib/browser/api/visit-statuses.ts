import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import type { visitStatusMeaningModel } from "#lib/resources/visit-statuses/model";
import { call } from "./fetcher.ts";

export type VisitStatus = z.infer<typeof visitStatusMeaningModel>;

/** The query key of an account's visit statuses. */
export const visitStatusesKey = (accountId: string) => ["visit-statuses", accountId] as const;

/** GET /visit-status-meanings: the practice's statuses in its order, with their meanings (decisions §5). */
export const visitStatuses = (accountId: string) =>
  queryOptions({
    queryKey: visitStatusesKey(accountId),
    queryFn: async ({ signal }) =>
      (await call(accountId, "GET /visit-status-meanings", {}, { signal })).visit_status_meanings,
    staleTime: 300_000,
  });

/** PATCH /visit-status-meanings: sets the meanings of the named statuses. Returns all statuses. */
export const changeMeanings = async (
  accountId: string,
  meanings: readonly Pick<VisitStatus, "code" | "meaning">[],
): Promise<VisitStatus[]> =>
  (await call(accountId, "PATCH /visit-status-meanings", { meanings: [...meanings] })).visit_status_meanings;
