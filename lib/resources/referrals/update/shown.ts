import type { Shown } from "#lib/definitions/shown";

/** "prior authorization code" */
const fieldWords = (name: string) => name.replace(/_id$/, "").replaceAll("_", " ");

export const shownReferralUpdate: Shown = {
  gist: ({ callback_urls: _, ...changed }) =>
    Object.keys(changed).length === 0 ? "" : `Changes ${Object.keys(changed).map(fieldWords).join(", ")}`,
  deed: () => ({ what: "The referral", done: "updated in" }),
};
