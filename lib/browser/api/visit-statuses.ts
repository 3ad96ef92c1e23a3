import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import type { visitStatusModel } from "#lib/resources/visit-statuses/model";
import { call } from "./fetcher.ts";

export type VisitStatus = z.infer<typeof visitStatusModel>;

/** GET /visit-statuses: the practice's statuses in its order (interface 4.9). */
export const visitStatuses = (accountId: string) =>
  queryOptions({
    queryKey: ["visit-statuses", accountId],
    queryFn: async ({ signal }) => (await call<{ data: VisitStatus[] }>(accountId, "/visit-statuses", { signal })).data,
    staleTime: 300_000,
  });
