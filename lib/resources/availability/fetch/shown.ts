import type { Shown } from "#lib/definitions/shown";
import { daysShown } from "#lib/resources/appointments/shown-days";

export const shownAvailabilityFetch: Shown = {
  gist: daysShown,
  deed: (asked, names) => ({
    what: `The open times ${daysShown(asked, names)}`.trim(),
    plural: true,
    done: "refreshed from",
  }),
};
