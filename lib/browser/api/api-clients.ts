import { queryOptions } from "@tanstack/react-query";
import type { ApiClientModel, NewApiClientModel } from "#lib/administration/api-clients/model";
import { call } from "./fetcher.ts";
import { readAll } from "./read-all.ts";

/** The query key of the organization's API clients. */
export const apiClientsKey = (accountId: string) => ["api_clients", accountId] as const;

/** GET /api-clients: every API client of the organization. */
export const apiClients = (accountId: string) =>
  queryOptions({
    queryKey: apiClientsKey(accountId),
    queryFn: ({ signal }) => readAll<ApiClientModel>(accountId, "/api-clients", "api_clients", { signal }),
  });

/** POST /api-clients: the response contains both secrets, only this once. */
export const makeApiClient = (accountId: string, body: { name: string }, idempotencyKey: string) =>
  call<{ api_client: NewApiClientModel }>(accountId, "/api-clients", { method: "POST", body, idempotencyKey });

/** PATCH /api-clients/{id}: changes the name or how unknown fields are handled. */
export const changeApiClient = (
  accountId: string,
  id: string,
  body: Partial<Pick<ApiClientModel, "name" | "unknown_fields">>,
) => call(accountId, `/api-clients/${id}`, { method: "PATCH", body });

/** POST /api-clients/{id}/rotate-secret: the response contains the new secret, only this once. */
export const rotateSecret = (accountId: string, id: string, idempotencyKey: string) =>
  call<{ api_client: Omit<NewApiClientModel, "webhook_secret"> }>(accountId, `/api-clients/${id}/rotate-secret`, {
    method: "POST",
    body: {},
    idempotencyKey,
  });

/** DELETE /api-clients/{id}: revokes the client permanently. */
export const revokeApiClient = (accountId: string, id: string) =>
  call(accountId, `/api-clients/${id}`, { method: "DELETE" });
