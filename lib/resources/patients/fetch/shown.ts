import { type Shown, textOf } from "#lib/definitions/shown";

export const shownPatientsFetch: Shown = {
  // A name or a telephone number is left out: it is a person's, whom the job need not name.
  gist: ({ mrn, dob }, names) => textOf(mrn) || (textOf(dob) && names.day(textOf(dob))),
  deed: () => ({ what: "The patients", plural: true, done: "refreshed from" }),
};
