import { joined, type Shown, textOf } from "#lib/catalog/shown-job";

export const shownCatalogSearch: Shown = { gist: ({ type, query }) => joined(textOf(type), textOf(query)) };
