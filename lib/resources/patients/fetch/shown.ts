import { type Asked, type Names, type Shown, textOf } from "#lib/definitions/shown";

/** Returns how the patients were named, but for a name or a number of a person. */
function wayOf({ mrn, name, phone, dob }: Asked, names: Names): string {
  if (textOf(mrn)) return `MRN ${textOf(mrn)}`;
  if (textOf(dob)) return `born ${names.day(textOf(dob))}`;
  return textOf(name) ? "by name" : textOf(phone) ? "by phone" : "";
}

export const shownPatientsFetch: Shown = {
  gist: wayOf,
  deed: () => ({ what: "The patients", plural: true, done: "refreshed from" }),
};
