import { type Shown, textOf } from "#lib/operations/shown-job";

export const shownMessage: Shown = { gist: ({ subject }) => textOf(subject) };
