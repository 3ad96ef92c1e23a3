import { queryOptions } from "@tanstack/react-query";
import { readAll } from "./read-all.ts";

/** A visit type as filters need it. */
interface VisitType {
  id: string;
  name: string;
}

/** GET /visit-types: the practice's own. */
export const visitTypes = (accountId: string) =>
  queryOptions({
    queryKey: ["visit-types", accountId],
    queryFn: ({ signal }) => readAll<VisitType>(accountId, "/visit-types", "visit_types", { signal }),
    staleTime: 300_000,
  });
