import { quoted, type Shown, textOf } from "#lib/definitions/shown";

export const shownDocument: Shown = {
  gist: ({ file_name }) => textOf(file_name),
  deed: ({ file_name }) => ({ what: quoted("The document", file_name), done: "filed in" }),
};
