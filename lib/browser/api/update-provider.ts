import type { QueryClient } from "@tanstack/react-query";
import type { ProviderModel } from "#lib/resources/providers/model";
import { sameHours } from "#lib/resources/providers/same-hours";
import { currentIn } from "./api-failure.ts";
import { changeCurrent } from "./change-current.ts";
import { call } from "./fetcher.ts";
import { providersKey } from "./providers.ts";

/** The changeable fields of a provider: two flags and the whole working schedule (interface 4.14). */
export type ProviderEdit = Partial<Pick<ProviderModel, "status" | "hide_in_availability" | "hours">>;

/** The hours that a person has begun to edit, and the tag of the provider who had them. */
export interface HoursBase extends Pick<ProviderModel, "hours" | "etag"> {}

export interface ProviderUpdate {
  /** The provider's id in this product. */
  id: string;
  change: ProviderEdit;
  /** Of hours: what they replace. A switch has two positions, so whatever it replaces is the other one. */
  base?: HoursBase;
}

/**
 * PATCH /providers/{id}, as the options of a mutation: shows the change at once and reverts it if the server refuses
 * it. It replaces only what the person has seen: hours that another has saved meanwhile are a refusal (412), and are
 * shown. Afterwards the provider and the open slots, which depend on it, are read again. It shares the providers' key,
 * so that they are not read while a change is in progress. Changes run one after the other, so that the last one stands.
 */
export const updateProvider = (client: QueryClient, accountId: string) => {
  const key = providersKey(accountId);
  const shown = (id: string) => client.getQueryData<ProviderModel[]>(key)?.find((one) => one.id === id);
  const put = (id: string, change: Partial<ProviderModel>) =>
    client.setQueryData<ProviderModel[]>(key, (all) =>
      all?.map((one) => (one.id === id ? { ...one, ...change } : one)),
    );
  return {
    mutationKey: key,
    scope: { id: `providers ${accountId}` },
    mutationFn: ({ id, change, base }: ProviderUpdate) =>
      changeCurrent<ProviderModel, { etag: string }>(
        // The change before may have made the provider's tag.
        base?.etag ?? shown(id)?.etag ?? "",
        (ifMatch) => call(accountId, "PATCH /providers/{id}", { id, ...change }, { ifMatch }),
        ({ hours }) => !base || sameHours(hours, base.hours) || sameHours(hours, change.hours ?? base.hours),
      ),
    onMutate: async ({ id, change }: ProviderUpdate): Promise<ProviderEdit> => {
      await client.cancelQueries({ queryKey: key });
      const before = shown(id);
      put(id, change);
      const names = Object.keys(change) as (keyof ProviderEdit)[];
      return before ? Object.fromEntries(names.map((name) => [name, before[name]])) : {};
    },
    onSuccess: ({ etag }: { etag: string }, { id }: ProviderUpdate) => put(id, { etag }),
    onError: (failure: Error, { id }: ProviderUpdate, before: ProviderEdit | undefined) =>
      put(id, currentIn(failure) ?? before ?? {}),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ["availability", accountId] });
      return client.invalidateQueries({ queryKey: key });
    },
  };
};
