import { queryOptions } from "@tanstack/react-query";
import type { ManagedAccountModel, NewAccountModel } from "#lib/administration/linked-accounts/model";
import { call } from "./fetcher.ts";
import { readAll } from "./read-all.ts";

/** How soon a first sync that is under way is looked for again. */
const LOOK_AGAIN_MS = 2_000;

export const managedAccountsKey = (accountId: string) => ["linked_accounts", accountId] as const;

/** GET /linked-accounts: every linked account of the organization; asked again while one waits for its first sync. */
export const managedAccounts = (accountId: string) =>
  queryOptions({
    queryKey: managedAccountsKey(accountId),
    queryFn: ({ signal }) => readAll<ManagedAccountModel>(accountId, "/linked-accounts", "linked_accounts", { signal }),
    refetchInterval: ({ state }) =>
      state.data?.some(({ synced_at, active }) => active && synced_at === null) ? LOOK_AGAIN_MS : false,
  });

type One = { linked_account: ManagedAccountModel };
type Shown = { linked_account: NewAccountModel };

/** POST /linked-accounts: the answer shows the access token, this once. */
export const linkAccount = (accountId: string, body: Record<string, unknown>, idempotencyKey: string) =>
  call<Shown>(accountId, "/linked-accounts", { method: "POST", body, idempotencyKey });

/** PATCH /linked-accounts/{id}: another name, unlinked, linked again. */
export const changeAccount = (accountId: string, id: string, body: { name?: string; active?: boolean }) =>
  call<One>(accountId, `/linked-accounts/${id}`, { method: "PATCH", body });

/** POST /linked-accounts/{id}/rotate-token: the answer shows the new access token, this once. */
export const rotateToken = (accountId: string, id: string, idempotencyKey: string) =>
  call<Shown>(accountId, `/linked-accounts/${id}/rotate-token`, { method: "POST", body: {}, idempotencyKey });
