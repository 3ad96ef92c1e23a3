import type { ReadContext } from "#lib/definitions/read";

/**
 * How the URL of a receiver is shown to whoever asks. What follows its path may be the receiver's own key: that is for those
 * alone who may see the webhook endpoints, not for staff or whoever looks at an embedded view.
 */
export const shownAddress =
  ({ permissions }: Pick<ReadContext<unknown>, "permissions">) =>
  (url: string): string =>
    permissions.has("webhook-endpoints:read") ? url : url.replace(/([?#]).*$/, "$1…");

export type ShowAddress = ReturnType<typeof shownAddress>;
