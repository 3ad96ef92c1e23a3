import { routes } from "#lib/api/endpoints/endpoint";
import { operation } from "#lib/api/endpoints/operation-endpoint";
import { acceptAppointmentsFetch } from "#lib/resources/appointments/fetch/accept";
import { fetchAppointments } from "#lib/resources/appointments/fetch/definition";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: operation(fetchAppointments, acceptAppointmentsFetch),
});
