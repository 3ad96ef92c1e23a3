import type { Shown } from "#lib/definitions/shown";
import { daysShown } from "#lib/resources/appointments/shown-days";

export const shownAppointmentsFetch: Shown = {
  gist: daysShown,
  deed: (asked, names) => ({
    what: `The appointments ${daysShown(asked, names)}`.trim(),
    plural: true,
    done: "refreshed from",
  }),
};
