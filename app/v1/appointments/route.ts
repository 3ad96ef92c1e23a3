import { routes } from "#lib/api/endpoints/endpoint";
import { operation } from "#lib/api/endpoints/operation-endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";
import { acceptBooking } from "#lib/resources/appointments/book/accept";
import { bookAppointment } from "#lib/resources/appointments/book/definition";
import { listAppointments } from "#lib/resources/appointments/queries";
import { acceptAppointmentUpdate } from "#lib/resources/appointments/update/accept";
import { updateAppointment } from "#lib/resources/appointments/update/definition";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: query(listAppointments),
  POST: operation(bookAppointment, acceptBooking),
  PATCH: operation(updateAppointment, acceptAppointmentUpdate),
});
