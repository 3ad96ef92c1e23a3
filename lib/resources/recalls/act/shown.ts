import { quoted, type Shown, textOf } from "#lib/definitions/shown";

export const shownRecallAction: Shown = {
  gist: ({ action_taken }) => textOf(action_taken),
  deed: ({ action_taken }) => ({ what: quoted("The recall action", action_taken), done: "added in" }),
};
