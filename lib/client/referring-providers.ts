import { queryOptions } from "@tanstack/react-query";
import { readAll } from "./read-all.ts";

/** A referring provider as pickers need them (interface 2.12). */
interface ReferringProvider {
  id: string;
  first_name: string;
  last_name: string;
  speciality: string | null;
  npi: string | null;
}

/** GET /referring-providers: all active ones, by name. */
export const referringProviders = (accountId: string) =>
  queryOptions({
    queryKey: ["referring-providers", accountId],
    queryFn: ({ signal }) =>
      readAll<ReferringProvider>(accountId, "/referring-providers", "referring_providers", { signal }),
    staleTime: 300_000,
  });
