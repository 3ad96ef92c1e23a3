import { queryOptions } from "@tanstack/react-query";
import { call } from "./fetcher.ts";
import { pagesOf } from "./pages.ts";
import { readAll } from "./read-all.ts";

/** GET /referrals: all referrals of the account, newest first. */
export const referrals = (accountId: string) =>
  queryOptions({
    queryKey: ["referrals", accountId],
    queryFn: ({ signal }) => readAll(accountId, "GET /referrals", "referrals", { signal }),
    staleTime: 30_000,
  });

/** The filters of GET /referrals; empty ones are left out. */
export interface ReferralFilters {
  /** A status label of the EMR. */
  status?: string;
  /** `incoming` or `outgoing`. */
  direction?: string;
  patient_mrn?: string;
  /** A field of the referral, after a minus if the largest comes first. */
  sort?: string;
}

const PAGE = 500;

/** GET /referrals: newest first, page after page, with the number of all. */
export const referralList = (accountId: string, filters: ReferralFilters) =>
  pagesOf({
    accountId,
    route: "GET /referrals",
    list: "referrals",
    query: { ...filters },
    limit: PAGE,
    counted: true,
  });

/** Every matching referral, for an export. */
export const allReferrals = (accountId: string, filters: ReferralFilters, onProgress: (rows: number) => void) =>
  readAll(accountId, "GET /referrals", "referrals", { query: { ...filters }, onProgress });

/** About the number of referrals in a few weeks. */
const NEWEST = 100;

/** GET /referrals: only the newest. */
export const newestReferrals = (accountId: string) =>
  pagesOf({ accountId, route: "GET /referrals", list: "referrals", query: {}, limit: NEWEST });

/** GET /referrals/{id}: one referral. */
export const referralDetail = (accountId: string, id: string) =>
  queryOptions({
    queryKey: ["referrals", accountId, "one", id],
    queryFn: async ({ signal }) => (await call(accountId, "GET /referrals/{id}", { id }, { signal })).referral,
    staleTime: 30_000,
  });
