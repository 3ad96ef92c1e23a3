import { routes } from "#lib/http/endpoint";
import { operation } from "#lib/http/operation-endpoint";
import { read } from "#lib/http/read-endpoint";
import { acceptAppointmentUpdate } from "#lib/operations/update-appointment/accept";
import { updateAppointment } from "#lib/operations/update-appointment/definition";
import { listAppointments } from "#lib/reads/appointments";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: read(listAppointments),
  PATCH: operation(updateAppointment, acceptAppointmentUpdate),
});
