import { queryOptions } from "@tanstack/react-query";
import type { LinkTokenModel } from "#lib/administration/link-tokens/model";
import { call, submit } from "./fetcher.ts";
import { byProbe } from "./managed-accounts.ts";

/** GET /link-tokens/{id}: what a link asks for, by its own token. */
export const readLinkToken = async (id: string): Promise<LinkTokenModel> =>
  (await call("", "GET /link-tokens/{id}", { id })).link_token;

/** GET /link-tokens/{id} as a query, by the link's own token. */
export const linkTokenOf = (id: string) =>
  queryOptions({ queryKey: ["link_token", id], queryFn: () => readLinkToken(id) });

/** POST /link-tokens/{id}/account: links the EMR; the response contains the public token, only this once. */
export const linkByToken = (id: string, body: Record<string, unknown>, idempotencyKey: string) =>
  byProbe(body, (given, options) =>
    submit("", "POST /link-tokens/{id}/account", { id, ...given }, { idempotencyKey, ...options }),
  );

/** POST /link-tokens/{id}/repair: gives the account of a link new credentials; the response contains the public token, only this once. */
export const repairByToken = (id: string, body: Record<string, unknown>, idempotencyKey: string) =>
  submit("", "POST /link-tokens/{id}/repair", { id, ...body }, { idempotencyKey });
