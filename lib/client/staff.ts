import { queryOptions } from "@tanstack/react-query";
import { readAll } from "./read-all.ts";

/** A member of the staff as pickers need them. */
interface StaffMember {
  /** Id in the EMR: what requests name. */
  ehr_id: string;
  first_name: string;
  last_name: string;
  role: string;
}

/** GET /staff: all of the practice's. */
export const staff = (accountId: string) =>
  queryOptions({
    queryKey: ["staff", accountId],
    queryFn: ({ signal }) => readAll<StaffMember>(accountId, "/staff", "staff", { signal }),
    staleTime: 300_000,
  });
