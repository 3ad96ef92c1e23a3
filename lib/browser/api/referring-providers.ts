import { queryOptions } from "@tanstack/react-query";
import type { ReferringProviderModel } from "#lib/resources/settings/practice-lists";
import { readAll } from "./read-all.ts";

/** GET /referring-providers: all active referring providers, by name. */
export const referringProviders = (accountId: string) =>
  queryOptions({
    queryKey: ["referring-providers", accountId],
    queryFn: ({ signal }) =>
      readAll<ReferringProviderModel>(accountId, "/referring-providers", "referring_providers", { signal }),
    staleTime: 300_000,
  });
