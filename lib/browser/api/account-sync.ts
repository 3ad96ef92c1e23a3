import { queryOptions } from "@tanstack/react-query";
import type { SyncKindModel } from "#lib/administration/linked-accounts/sync-model";
import { call } from "./fetcher.ts";
import { pagesOf } from "./pages.ts";

/** Interval at which a sync in progress is read again. */
const MOVING_MS = 2_000;
/** Interval at which the state is read again while no sync runs. */
const RESTING_MS = 60_000;

/** Checks whether a kind is being read, or will be. */
export const isMoving = ({ status, reason }: SyncKindModel): boolean =>
  status === "running" || (status === "waiting" && reason === null);

/** The query key of an account's sync. */
export const accountSyncKey = (accountId: string) => ["account-sync", accountId] as const;

/** GET /linked-accounts/{id}/sync: the state of each kind of record; read again while it changes. */
export const accountSync = (accountId: string) =>
  queryOptions({
    queryKey: accountSyncKey(accountId),
    queryFn: async ({ signal }) =>
      (await call(accountId, "GET /linked-accounts/{id}/sync", { id: accountId }, { signal })).kinds,
    refetchInterval: ({ state }) => (state.data?.some(isMoving) ? MOVING_MS : RESTING_MS),
  });

/** POST /linked-accounts/{id}/sync: starts a sync, which may remove the records that are missing in the short answers of these kinds. */
export const startSync = (accountId: string, acceptHeld: readonly SyncKindModel["kind"][] = []) =>
  call(accountId, "POST /linked-accounts/{id}/sync", {
    id: accountId,
    ...(acceptHeld.length > 0 && { accept_held: [...acceptHeld] }),
  });

const SHOWN = 100;

/** GET /linked-accounts/{id}/sync/set-aside: the records of a kind that could not be stored. */
export const setAside = (accountId: string, kind: SyncKindModel["kind"]) =>
  pagesOf({
    accountId,
    route: "GET /linked-accounts/{id}/sync/set-aside",
    list: "set_aside",
    query: { id: accountId, kind },
    limit: SHOWN,
  });
