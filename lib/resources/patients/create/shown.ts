import { quoted, type Shown, textOf } from "#lib/definitions/shown";

const nameIn = ({ first_name, last_name }: Record<string, unknown>): string =>
  [textOf(first_name), textOf(last_name)].filter(Boolean).join(" ");

export const shownPatient: Shown = {
  gist: (request) => nameIn(request),
  deed: (request) => ({ what: quoted("The patient", nameIn(request)), done: "created in" }),
};
