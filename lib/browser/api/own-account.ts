import { queryOptions } from "@tanstack/react-query";
import type { OwnAccountModel } from "#lib/administration/own-account/model";
import { call } from "./fetcher.ts";

export const ownAccountKey = (accountId: string) => ["own-account", accountId] as const;

/** GET /me: the signed-in person and their sessions. */
export const ownAccount = (accountId: string) =>
  queryOptions({
    queryKey: ownAccountKey(accountId),
    queryFn: ({ signal }) => call<OwnAccountModel>(accountId, "/me", { signal }),
  });

/** PUT /me/password. Sent without an Idempotency-Key, so that nothing derived from a password is stored. */
export const changePassword = (accountId: string, body: Record<string, unknown>) =>
  call(accountId, "/me/password", { method: "PUT", body });

/** Ends a session of the signed-in person, or all others if `id` is null. */
export const endSession = (accountId: string, id: string | null) =>
  call(accountId, id === null ? "/me/sessions" : `/me/sessions/${id}`, { method: "DELETE" });
