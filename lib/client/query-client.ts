import { QueryClient } from "@tanstack/react-query";
import { isPassing } from "./api-failure.ts";

/** One cache per browser tab. What the stream reports is put into it, so data stays fresh without polling. */
export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (failures, error) => failures < 2 && isPassing(error),
        retryDelay: (failures) => Math.min(4_000, 500 * 2 ** failures),
      },
      mutations: { networkMode: "always" },
    },
  });
