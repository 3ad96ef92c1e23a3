import { queryOptions } from "@tanstack/react-query";
import { call } from "./fetcher.ts";

/** The query key of the organization's rules of signing in. */
export const signInRulesKey = (accountId: string) => ["sign-in-rules", accountId] as const;

/** GET /organizations/sign-in: what the organization asks of everyone who signs in. */
export const signInRules = (accountId: string) =>
  queryOptions({
    queryKey: signInRulesKey(accountId),
    queryFn: async ({ signal }) => (await call(accountId, "GET /organizations/sign-in", {}, { signal })).sign_in_rules,
  });

/** PUT /organizations/sign-in. */
export const setSignInRules = (accountId: string, required: boolean, ifMatch: string | undefined) =>
  call(accountId, "PUT /organizations/sign-in", { second_factor_required: required }, { ifMatch });
