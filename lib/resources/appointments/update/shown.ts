import { type Shown, textOf } from "#lib/catalog/shown-job";

export const shownAppointmentUpdate: Shown = {
  gist: ({ status }, names) => names.status(textOf(status)),
  reference: { field: "emr_appointment_id", label: "Appointment" },
};
