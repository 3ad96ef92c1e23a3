import { type Shown, textOf } from "#lib/definitions/shown";

export const shownAppointmentChange: Shown = {
  gist: ({ datetime }, names) => (textOf(datetime) === "" ? "" : names.day(textOf(datetime).slice(0, 10))),
  deed: ({ datetime, provider_ehr_id: provider }) => ({
    what: "The visit",
    done: textOf(datetime) === "" && textOf(provider) === "" ? "changed in" : "moved in",
  }),
};
