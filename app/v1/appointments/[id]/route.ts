import { routes } from "#lib/api/endpoints/endpoint";
import { operation } from "#lib/api/endpoints/operation-endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";
import { acceptAppointmentChange } from "#lib/resources/appointments/change/accept";
import { changeAppointment } from "#lib/resources/appointments/change/definition";
import { getAppointment } from "#lib/resources/appointments/queries";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: query(getAppointment),
  PATCH: operation(changeAppointment, acceptAppointmentChange),
});
