import { queryOptions, skipToken } from "@tanstack/react-query";
import { call } from "./fetcher.ts";

/** Interval at which a sign-in in another window is asked about. */
const LOOK_AGAIN_MS = 2_000;

/** GET /emr-sign-in: whether people can sign in at the EMR at a whole address; null asks nothing. */
export const emrSignIn = (accountId: string, address: string | null) =>
  queryOptions({
    queryKey: ["emr-sign-in", accountId, address],
    queryFn:
      address === null
        ? skipToken
        : ({ signal }) => call(accountId, "GET /emr-sign-in", { base_url: address }, { signal }),
    // An app that was added since is known at once.
    staleTime: 0,
  });

/** POST /emr-authorizations: begins a sign-in at an EMR; throws for one at which nobody can sign in. */
export const beginEmrAuthorization = (accountId: string, baseUrl: string) =>
  call(accountId, "POST /emr-authorizations", { base_url: baseUrl });

/** GET /emr-authorizations/{id}: what became of a sign-in. */
export const readEmrAuthorization = async (accountId: string, id: string, signal?: AbortSignal) =>
  (await call(accountId, "GET /emr-authorizations/{id}", { id }, signal && { signal })).emr_authorization;

/** The same as a query, which is read again until it has ended. */
export const emrAuthorization = (accountId: string, id: string | null) =>
  queryOptions({
    queryKey: ["emr_authorization", accountId, id] as const,
    queryFn: id === null ? skipToken : ({ signal }) => readEmrAuthorization(accountId, id, signal),
    refetchInterval: ({ state }) => (state.data && state.data.state !== "begun" ? false : LOOK_AGAIN_MS),
    // The other window has the focus meanwhile.
    refetchIntervalInBackground: true,
  });
