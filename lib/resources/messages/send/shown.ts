import { quoted, type Shown, textOf } from "#lib/definitions/shown";

export const shownMessage: Shown = {
  checked: ["provider"],
  gist: ({ subject }) => textOf(subject),
  deed: ({ subject }) => ({ what: quoted("The message", subject), done: "sent through" }),
};
