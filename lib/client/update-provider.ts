import type { QueryClient } from "@tanstack/react-query";
import type { ProviderModel } from "#lib/models/provider";
import { call } from "./fetcher.ts";
import { providersKey } from "./providers.ts";

/** A provider's two flags (interface 4.14). */
export type ProviderFlags = Partial<Pick<ProviderModel, "status" | "hide_in_availability">>;

export interface ProviderUpdate {
  /** The provider's id here. */
  id: string;
  flags: ProviderFlags;
}

/**
 * PATCH /providers/{id}, as the options of a mutation: what is switched shows at once, and moves back where the server
 * refuses it. What the server then says of the provider, who changed them too, is read anew.
 */
export const updateProvider = (client: QueryClient, accountId: string) => {
  const key = providersKey(accountId);
  const put = (id: string, flags: ProviderFlags) =>
    client.setQueryData<ProviderModel[]>(key, (all) => all?.map((one) => (one.id === id ? { ...one, ...flags } : one)));
  return {
    mutationFn: ({ id, flags }: ProviderUpdate) =>
      call<{ message: string }>(accountId, `/providers/${id}`, { method: "PATCH", body: { ...flags } }),
    onMutate: async ({ id, flags }: ProviderUpdate): Promise<ProviderFlags> => {
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData<ProviderModel[]>(key)?.find((one) => one.id === id);
      put(id, flags);
      const names = Object.keys(flags) as (keyof ProviderFlags)[];
      return before ? Object.fromEntries(names.map((name) => [name, before[name]])) : {};
    },
    onError: (_error: Error, { id }: ProviderUpdate, before: ProviderFlags | undefined) => put(id, before ?? {}),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  };
};
