import { queryOptions } from "@tanstack/react-query";
import type { ManagedAccountModel, NewAccountModel } from "#lib/administration/linked-accounts/model";
import { call } from "./fetcher.ts";
import { readAll } from "./read-all.ts";

/** Interval at which a first sync in progress is read again. */
const LOOK_AGAIN_MS = 2_000;

export const managedAccountsKey = (accountId: string) => ["linked_accounts", accountId] as const;

/** GET /linked-accounts: every linked account of the organization; read again while one waits for its first sync. */
export const managedAccounts = (accountId: string) =>
  queryOptions({
    queryKey: managedAccountsKey(accountId),
    queryFn: ({ signal }) => readAll<ManagedAccountModel>(accountId, "/linked-accounts", "linked_accounts", { signal }),
    refetchInterval: ({ state }) =>
      state.data?.some(({ synced_at, active }) => active && synced_at === null) ? LOOK_AGAIN_MS : false,
  });

type One = { linked_account: ManagedAccountModel };
type Shown = { linked_account: NewAccountModel };

/** POST /linked-accounts: the response contains the access token, only this once. */
export const linkAccount = (accountId: string, body: Record<string, unknown>, idempotencyKey: string) =>
  call<Shown>(accountId, "/linked-accounts", { method: "POST", body, idempotencyKey });

/** PATCH /linked-accounts/{id}: renames, unlinks or links the account again. */
export const changeAccount = (accountId: string, id: string, body: { name?: string; active?: boolean }) =>
  call<One>(accountId, `/linked-accounts/${id}`, { method: "PATCH", body });

/** POST /linked-accounts/{id}/rotate-token: the response contains the new access token, only this once. */
export const rotateToken = (accountId: string, id: string, idempotencyKey: string) =>
  call<Shown>(accountId, `/linked-accounts/${id}/rotate-token`, { method: "POST", body: {}, idempotencyKey });
