import { routes } from "#lib/api/endpoints/endpoint";
import { operation } from "#lib/api/endpoints/operation-endpoint";
import { read } from "#lib/api/endpoints/read-endpoint";
import { listAppointments } from "#lib/resources/appointments/reads";
import { acceptAppointmentUpdate } from "#lib/resources/appointments/update/accept";
import { updateAppointment } from "#lib/resources/appointments/update/definition";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: read(listAppointments),
  PATCH: operation(updateAppointment, acceptAppointmentUpdate),
});
