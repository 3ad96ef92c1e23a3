import { type Shown, textOf } from "#lib/catalog/shown-job";

export const shownRecallAction: Shown = { gist: ({ action_taken }) => textOf(action_taken) };
