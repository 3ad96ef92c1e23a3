import { type Shown, textOf } from "#lib/catalog/shown-job";

export const shownMessage: Shown = { gist: ({ subject }) => textOf(subject) };
