import { queryOptions } from "@tanstack/react-query";
import type { ReferralModel } from "#lib/models/referral";
import { readAll } from "./read-all.ts";

/** GET /referrals: all of the account's, newest first. */
export const referrals = (accountId: string) =>
  queryOptions({
    queryKey: ["referrals", accountId],
    queryFn: ({ signal }) => readAll<ReferralModel>(accountId, "/referrals", "referrals", { signal }),
    staleTime: 30_000,
  });
