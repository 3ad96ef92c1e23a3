import { type Shown, textOf } from "#lib/definitions/shown";

export const shownAppointmentUpdate: Shown = {
  gist: ({ status }, names) => names.status(textOf(status)),
  deed: ({ status }, names) => ({
    what: "The status of the visit",
    done: textOf(status) === "" ? "saved in" : `set to ${names.status(textOf(status))} in`,
  }),
  reference: { field: "emr_appointment_id", label: "Appointment" },
};
