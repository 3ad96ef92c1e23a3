import { queryOptions, skipToken } from "@tanstack/react-query";
import { call } from "./fetcher.ts";

/** Interval at which a sign-in in another window is asked about. */
const LOOK_AGAIN_MS = 2_000;

/** POST /emr-authorizations: begins a sign-in at an EMR; throws for one at which nobody can sign in. */
export const beginEmrAuthorization = (accountId: string, baseUrl: string) =>
  call(accountId, "POST /emr-authorizations", { base_url: baseUrl });

/** GET /emr-authorizations/{id}: what became of a sign-in; read again until it has ended. */
export const emrAuthorization = (accountId: string, id: string | null) =>
  queryOptions({
    queryKey: ["emr_authorization", accountId, id] as const,
    queryFn:
      id === null
        ? skipToken
        : async ({ signal }) =>
            (await call(accountId, "GET /emr-authorizations/{id}", { id }, { signal })).emr_authorization,
    refetchInterval: ({ state }) => (state.data && state.data.state !== "begun" ? false : LOOK_AGAIN_MS),
    // The other window has the focus meanwhile.
    refetchIntervalInBackground: true,
  });
