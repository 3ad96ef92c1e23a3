import { type Shown, textOf } from "#lib/definitions/shown";

export const shownBooking: Shown = {
  gist: ({ appointment_type: type }) => textOf(type),
  deed: () => ({ what: "The visit", done: "added in" }),
};
