import { queryOptions } from "@tanstack/react-query";
import { readAll } from "./read-all.ts";

/** GET /visit-types: the practice's visit types. */
export const visitTypes = (accountId: string) =>
  queryOptions({
    queryKey: ["visit-types", accountId],
    queryFn: ({ signal }) => readAll(accountId, "GET /visit-types", "visit_types", { signal }),
    staleTime: 300_000,
  });
