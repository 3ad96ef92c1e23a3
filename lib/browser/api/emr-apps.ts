import { queryOptions } from "@tanstack/react-query";
import { call, submit } from "./fetcher.ts";
import { readAll } from "./read-all.ts";

/** The query key of the organization's apps at EMRs. */
export const emrAppsKey = (accountId: string) => ["emr_apps", accountId] as const;

/** GET /emr-apps: every app of the organization. */
export const emrApps = (accountId: string) =>
  queryOptions({
    queryKey: emrAppsKey(accountId),
    queryFn: ({ signal }) => readAll(accountId, "GET /emr-apps", "emr_apps", { signal }),
  });

/** POST /emr-apps: adds an app, whose secret is never shown. */
export const addEmrApp = (accountId: string, body: Record<string, unknown>, idempotencyKey: string) =>
  submit(accountId, "POST /emr-apps", body, { idempotencyKey });

/** DELETE /emr-apps/{id}: removes an app. */
export const removeEmrApp = (accountId: string, id: string) => call(accountId, "DELETE /emr-apps/{id}", { id });
