import { queryOptions } from "@tanstack/react-query";
import type { ApiClientModel } from "#lib/administration/api-clients/model";
import { call } from "./fetcher.ts";
import { readAll } from "./read-all.ts";

/** The query key of the organization's API clients. */
export const apiClientsKey = (accountId: string) => ["api_clients", accountId] as const;

/** GET /api-clients: every API client of the organization. */
export const apiClients = (accountId: string) =>
  queryOptions({
    queryKey: apiClientsKey(accountId),
    queryFn: ({ signal }) => readAll(accountId, "GET /api-clients", "api_clients", { signal }),
  });

/** POST /api-clients: the response contains both secrets, only this once. */
export const makeApiClient = (accountId: string, body: { name: string }, idempotencyKey: string) =>
  call(accountId, "POST /api-clients", body, { idempotencyKey });

/** PATCH /api-clients/{id}: changes the name, how unknown fields are handled or whether it may link EMRs. */
export const changeApiClient = (
  accountId: string,
  id: string,
  body: Partial<Pick<ApiClientModel, "name" | "unknown_fields" | "may_link">>,
) => call(accountId, "PATCH /api-clients/{id}", { id, ...body });

/** POST /api-clients/{id}/rotate-secret: the response contains the new secret, only this once. */
export const rotateSecret = (accountId: string, id: string, idempotencyKey: string) =>
  call(accountId, "POST /api-clients/{id}/rotate-secret", { id }, { idempotencyKey });

/** DELETE /api-clients/{id}: revokes the client permanently. */
export const revokeApiClient = (accountId: string, id: string) => call(accountId, "DELETE /api-clients/{id}", { id });
