import { queryOptions } from "@tanstack/react-query";
import { call, submit } from "./fetcher.ts";

/** More apps than vendors there are. */
const MOST = 1_000;

/** The query key of the organization's apps at EMRs. */
export const emrAppsKey = (accountId: string) => ["emr_apps", accountId] as const;

/** GET /emr-apps: every app of the organization, and behind them the operator's for all. */
export const emrApps = (accountId: string) =>
  queryOptions({
    queryKey: emrAppsKey(accountId),
    queryFn: async ({ signal }) => {
      const { emr_apps, deployment_apps } = await call(accountId, "GET /emr-apps", { limit: MOST }, { signal });
      return [...emr_apps, ...deployment_apps];
    },
  });

/** POST /emr-apps: adds an app, whose secret is never shown. */
export const addEmrApp = (accountId: string, body: Record<string, unknown>, idempotencyKey: string) =>
  submit(accountId, "POST /emr-apps", body, { idempotencyKey });

/** DELETE /emr-apps/{id}: removes an app. */
export const removeEmrApp = (accountId: string, id: string) => call(accountId, "DELETE /emr-apps/{id}", { id });
