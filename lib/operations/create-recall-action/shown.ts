import { type Shown, textOf } from "#lib/operations/shown-job";

export const shownRecallAction: Shown = { gist: ({ action_taken }) => textOf(action_taken) };
