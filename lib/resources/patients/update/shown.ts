import { changedFields, type Shown } from "#lib/definitions/shown";

export const shownPatientUpdate: Shown = {
  gist: changedFields,
  deed: () => ({ what: "The contact data", done: "changed in" }),
};
