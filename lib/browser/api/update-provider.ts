import type { QueryClient } from "@tanstack/react-query";
import type { ProviderModel } from "#lib/resources/providers/model";
import { call } from "./fetcher.ts";
import { providersKey } from "./providers.ts";

/** What can be changed of a provider: two flags, and the whole working schedule (interface 4.14). */
export type ProviderEdit = Partial<Pick<ProviderModel, "status" | "hide_in_availability" | "hours">>;

export interface ProviderUpdate {
  /** The provider's id here. */
  id: string;
  change: ProviderEdit;
}

/**
 * PATCH /providers/{id}, as the options of a mutation: what is changed shows at once, and moves back where the server
 * refuses it. What the server then says of the provider, who changed them too, is read anew, and so are the open slots
 * that hang on it. Its key is that of the providers: while one is on its way they are not read in between.
 */
export const updateProvider = (client: QueryClient, accountId: string) => {
  const key = providersKey(accountId);
  const put = (id: string, change: ProviderEdit) =>
    client.setQueryData<ProviderModel[]>(key, (all) =>
      all?.map((one) => (one.id === id ? { ...one, ...change } : one)),
    );
  return {
    mutationKey: key,
    mutationFn: ({ id, change }: ProviderUpdate) =>
      call<{ message: string }>(accountId, `/providers/${id}`, { method: "PATCH", body: { ...change } }),
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
