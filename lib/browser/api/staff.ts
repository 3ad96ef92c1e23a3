import { queryOptions } from "@tanstack/react-query";
import type { StaffModel } from "#lib/resources/settings/practice-lists";
import { readAll } from "./read-all.ts";

/** GET /staff: all staff of the practice. */
export const staff = (accountId: string) =>
  queryOptions({
    queryKey: ["staff", accountId],
    queryFn: ({ signal }) => readAll<StaffModel>(accountId, "/staff", "staff", { signal }),
    staleTime: 300_000,
  });
