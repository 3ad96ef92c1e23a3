import { queryOptions } from "@tanstack/react-query";
import { call } from "./fetcher.ts";
import { readAll } from "./read-all.ts";

/** The query key of the pages that may show embedded views. */
export const embedOriginsKey = (accountId: string) => ["embed_origins", accountId] as const;

/** GET /embed/origins: every origin that may frame the organization's views. */
export const embedOrigins = (accountId: string) =>
  queryOptions({
    queryKey: embedOriginsKey(accountId),
    queryFn: ({ signal }) => readAll(accountId, "GET /embed/origins", "embed_origins", { signal }),
  });

/** POST /embed/origins. */
export const registerOrigin = (accountId: string, body: { origin: string }, idempotencyKey: string) =>
  call(accountId, "POST /embed/origins", body, { idempotencyKey });

/** DELETE /embed/origins/{id}: views on pages of this origin close within seconds. */
export const takeOriginBack = (accountId: string, id: string) => call(accountId, "DELETE /embed/origins/{id}", { id });
