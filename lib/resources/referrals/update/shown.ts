import { changedFields, type Shown } from "#lib/definitions/shown";

export const shownReferralUpdate: Shown = {
  gist: changedFields,
  deed: () => ({ what: "The referral", done: "updated in" }),
};
