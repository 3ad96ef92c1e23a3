import { type Shown, textOf } from "#lib/definitions/shown";

export const shownCancellation: Shown = {
  gist: ({ reason }) => textOf(reason),
  deed: () => ({ what: "The visit", done: "cancelled in" }),
};
