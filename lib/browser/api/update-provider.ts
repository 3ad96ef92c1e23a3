import type { QueryClient } from "@tanstack/react-query";
import type { ProviderModel } from "#lib/resources/providers/model";
import { call } from "./fetcher.ts";
import { providersKey } from "./providers.ts";

/** The changeable fields of a provider: two flags and the whole working schedule (interface 4.14). */
export type ProviderEdit = Partial<Pick<ProviderModel, "status" | "hide_in_availability" | "hours">>;

export interface ProviderUpdate {
  /** The provider's id in this product. */
  id: string;
  change: ProviderEdit;
}

/**
 * PATCH /providers/{id}, as the options of a mutation: shows the change at once and reverts it if the server refuses
 * it. Afterwards the provider and the open slots, which depend on it, are read again. It shares the providers' key, so
 * that they are not read while a change is in progress. Changes run one after the other, so that the last one stands.
 */
export const updateProvider = (client: QueryClient, accountId: string) => {
  const key = providersKey(accountId);
  const put = (id: string, change: ProviderEdit) =>
    client.setQueryData<ProviderModel[]>(key, (all) =>
      all?.map((one) => (one.id === id ? { ...one, ...change } : one)),
    );
  return {
    mutationKey: key,
    scope: { id: `providers ${accountId}` },
    mutationFn: ({ id, change }: ProviderUpdate) => call(accountId, "PATCH /providers/{id}", { id, ...change }),
    onMutate: async ({ id, change }: ProviderUpdate): Promise<ProviderEdit> => {
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData<ProviderModel[]>(key)?.find((one) => one.id === id);
      put(id, change);
      const names = Object.keys(change) as (keyof ProviderEdit)[];
      return before ? Object.fromEntries(names.map((name) => [name, before[name]])) : {};
    },
    onError: (_error: Error, { id }: ProviderUpdate, before: ProviderEdit | undefined) => put(id, before ?? {}),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ["availability", accountId] });
      return client.invalidateQueries({ queryKey: key });
    },
  };
};
