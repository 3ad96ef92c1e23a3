import { queryOptions } from "@tanstack/react-query";
import { call } from "./fetcher.ts";

/** The query key of the organization's public keys. */
export const organizationKeysKey = (accountId: string) => ["organization-keys", accountId] as const;

/** GET /organizations/keys: the organization's public keys, and where EMRs find them. */
export const organizationKeys = (accountId: string) =>
  queryOptions({
    queryKey: organizationKeysKey(accountId),
    queryFn: ({ signal }) => call(accountId, "GET /organizations/keys", {}, { signal }),
  });

/** POST /organizations/keys/rotate: publishes new keys beside the old ones, which retire after 24 hours, or in their place. */
export const rotateOrganizationKeys = (accountId: string, endPrevious: boolean) =>
  call(accountId, "POST /organizations/keys/rotate", { end_previous: endPrevious });
