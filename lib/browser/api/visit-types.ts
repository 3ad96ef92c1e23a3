import { queryOptions } from "@tanstack/react-query";
import type { VisitTypeModel } from "#lib/resources/settings/practice-lists";
import { readAll } from "./read-all.ts";

/** GET /visit-types: the practice's visit types. */
export const visitTypes = (accountId: string) =>
  queryOptions({
    queryKey: ["visit-types", accountId],
    queryFn: ({ signal }) => readAll<VisitTypeModel>(accountId, "/visit-types", "visit_types", { signal }),
    staleTime: 300_000,
  });
