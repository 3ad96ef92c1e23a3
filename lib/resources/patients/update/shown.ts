import type { Shown } from "#lib/definitions/shown";

const fieldWords = (name: string) => name.replaceAll("_", " ");

export const shownPatientUpdate: Shown = {
  gist: ({ callback_urls: _, ...changed }) =>
    Object.keys(changed).length === 0 ? "" : `Changes ${Object.keys(changed).map(fieldWords).join(", ")}`,
  deed: () => ({ what: "The contact data", done: "changed in" }),
};
