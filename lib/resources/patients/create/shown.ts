import { type Asked, quoted, type Shown, textOf } from "#lib/definitions/shown";

const gist = ({ first_name, last_name }: Asked): string => `${textOf(first_name)} ${textOf(last_name)}`.trim();

export const shownPatient: Shown = {
  gist,
  deed: (asked) => ({ what: quoted("The patient", gist(asked)), done: "created in" }),
};
