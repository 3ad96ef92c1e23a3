import { type Shown, textOf } from "#lib/definitions/shown";

export const shownBooking: Shown = {
  gist: ({ appointment_type: type }) => textOf(type),
  deed: ({ datetime }, names) => ({
    what: textOf(datetime) === "" ? "The visit" : `The visit on ${names.moment(textOf(datetime))}`,
    done: "added in",
  }),
};
