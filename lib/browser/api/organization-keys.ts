import { queryOptions } from "@tanstack/react-query";
import { call } from "./fetcher.ts";

const LOOK_AGAIN_MS = 15_000;

/** The query key of the organization's public keys. */
export const organizationKeysKey = (accountId: string) => ["organization-keys", accountId] as const;

/** GET /organizations/keys: the organization's public keys, and where EMRs find them. */
export const organizationKeys = (accountId: string) =>
  queryOptions({
    queryKey: organizationKeysKey(accountId),
    queryFn: ({ signal }) => call(accountId, "GET /organizations/keys", {}, { signal }),
    // The first ones are made elsewhere: by a server's look at them, or by a test of a connection.
    refetchInterval: ({ state }) => (state.data?.keys.length === 0 ? LOOK_AGAIN_MS : false),
  });

/** POST /organizations/keys/rotate: publishes new keys beside the old ones, which retire after 24 hours, or in their place. */
export const rotateOrganizationKeys = (accountId: string, endPrevious: boolean) =>
  call(accountId, "POST /organizations/keys/rotate", { end_previous: endPrevious });
