import { queryOptions } from "@tanstack/react-query";
import { call, submit } from "./fetcher.ts";
import { readAll } from "./read-all.ts";

/** Whose grants: of the organization's people, or the signed-in person's own. */
export type Whose = "everyone" | "own";

/** The query key of OAuth grants. */
export const oauthGrantsKey = (accountId: string, whose: Whose) => ["oauth_grants", accountId, whose] as const;

/** GET /oauth-grants or /me/oauth-grants: what people have granted to assistants, newest first. */
export const oauthGrants = (accountId: string, whose: Whose) =>
  queryOptions({
    queryKey: oauthGrantsKey(accountId, whose),
    queryFn: ({ signal }) =>
      whose === "own"
        ? readAll(accountId, "GET /me/oauth-grants", "oauth_grants", { signal })
        : readAll(accountId, "GET /oauth-grants", "oauth_grants", { signal }),
  });

/** POST /oauth-grants: the person's consent; the answer says where the browser goes next. */
export const grantOAuth = (accountId: string, body: Record<string, unknown>) =>
  submit(accountId, "POST /oauth-grants", body);

/** DELETE /oauth-grants/{id} or /me/oauth-grants/{id}. */
export const revokeOAuthGrant = (accountId: string, whose: Whose, id: string) =>
  whose === "own"
    ? call(accountId, "DELETE /me/oauth-grants/{id}", { id })
    : call(accountId, "DELETE /oauth-grants/{id}", { id });

/** The query key of the organization's rules of OAuth. */
export const oauthRulesKey = (accountId: string) => ["oauth-rules", accountId] as const;

/** GET /organizations/oauth: whether people may grant assistants access. */
export const oauthRules = (accountId: string) =>
  queryOptions({
    queryKey: oauthRulesKey(accountId),
    queryFn: async ({ signal }) => (await call(accountId, "GET /organizations/oauth", {}, { signal })).oauth_rules,
  });

/** PUT /organizations/oauth. */
export const setOAuthRules = (accountId: string, enabled: boolean, ifMatch: string | undefined) =>
  call(accountId, "PUT /organizations/oauth", { enabled }, { ifMatch });
