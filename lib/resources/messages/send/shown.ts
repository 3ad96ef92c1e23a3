import { type Shown, textOf } from "#lib/definitions/shown";

export const shownMessage: Shown = { gist: ({ subject }) => textOf(subject) };
