import type { QueryContext } from "#lib/definitions/query";

/**
 * Returns a receiver's URL as the caller may see it. Its query and fragment may be the receiver's own key, so only
 * callers who may read webhook endpoints see them; staff and embedded views do not.
 */
export const shownAddress =
  ({ permissions }: Pick<QueryContext<unknown>, "permissions">) =>
  (url: string): string =>
    permissions.has("webhook-endpoints:read") ? url : url.replace(/([?#]).*$/s, "$1…");

export type ShowAddress = ReturnType<typeof shownAddress>;
