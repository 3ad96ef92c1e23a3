import { queryOptions } from "@tanstack/react-query";
import { readAll } from "./read-all.ts";

/** A referral as pickers need it. */
interface Referral {
  id: string;
  patient_mrn: string;
  reason: string;
  status: string | null;
}

/** GET /referrals: all of the account's, newest first. */
export const referrals = (accountId: string) =>
  queryOptions({
    queryKey: ["referrals", accountId],
    queryFn: ({ signal }) => readAll<Referral>(accountId, "/referrals", "referrals", { signal }),
    staleTime: 30_000,
  });
