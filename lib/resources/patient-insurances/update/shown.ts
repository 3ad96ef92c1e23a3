import { changedFields, type Shown } from "#lib/definitions/shown";

export const shownInsuranceUpdate: Shown = {
  gist: changedFields,
  deed: () => ({ what: "The insurance", done: "changed in" }),
};
