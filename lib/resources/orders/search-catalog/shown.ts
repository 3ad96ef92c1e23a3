import { joined, type Shown, textOf } from "#lib/definitions/shown";

export const shownCatalogSearch: Shown = {
  gist: ({ type, query }) => joined(textOf(type), textOf(query)),
  deed: () => ({ what: "The order catalog", done: "searched in" }),
};
