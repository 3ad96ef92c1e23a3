import { type Shown, textOf } from "#lib/definitions/shown";

export const shownAppointmentUpdate: Shown = {
  gist: ({ status }, names) => names.status(textOf(status)),
  reference: { field: "emr_appointment_id", label: "Appointment" },
};
