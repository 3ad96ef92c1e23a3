import { queryOptions } from "@tanstack/react-query";
import { readAll } from "./read-all.ts";

/** GET /referring-providers: all active referring providers, by name. */
export const referringProviders = (accountId: string) =>
  queryOptions({
    queryKey: ["referring-providers", accountId],
    queryFn: ({ signal }) => readAll(accountId, "GET /referring-providers", "referring_providers", { signal }),
    staleTime: 300_000,
  });
