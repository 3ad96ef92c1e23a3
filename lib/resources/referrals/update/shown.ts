import { changedFields, type Shown } from "#lib/definitions/shown";

export const shownReferralUpdate: Shown = {
  checked: "all",
  gist: changedFields,
  deed: () => ({ what: "The referral", done: "updated in" }),
};
