import { changedFields, type Shown } from "#lib/definitions/shown";

export const shownPatientUpdate: Shown = {
  checked: "all",
  gist: changedFields,
  deed: () => ({ what: "The contact data", done: "changed in" }),
};
