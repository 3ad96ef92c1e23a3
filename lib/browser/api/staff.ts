import { queryOptions } from "@tanstack/react-query";
import { readAll } from "./read-all.ts";

/** GET /staff: all staff of the practice. */
export const staff = (accountId: string) =>
  queryOptions({
    queryKey: ["staff", accountId],
    queryFn: ({ signal }) => readAll(accountId, "GET /staff", "staff", { signal }),
    staleTime: 300_000,
  });
