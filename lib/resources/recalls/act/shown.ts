import { type Shown, textOf } from "#lib/definitions/shown";

export const shownRecallAction: Shown = { gist: ({ action_taken }) => textOf(action_taken) };
