import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { reportExpired } from "#lib/browser/session/session-expiry";
import { ApiFailure, isPassing } from "./api-failure.ts";

const onError = (error: unknown): void => {
  if (error instanceof ApiFailure && error.status === 401) reportExpired();
};

/** Creates the one cache of a browser tab. The stream's messages update it, so data stays fresh without polling. */
export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => failures < 2 && isPassing(error),
        retryDelay: (failures) => Math.min(4_000, 500 * 2 ** failures),
      },
      mutations: { networkMode: "always" },
    },
  });
