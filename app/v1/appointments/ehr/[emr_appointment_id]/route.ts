import { routes } from "#lib/api/endpoints/endpoint";
import { operation } from "#lib/api/endpoints/operation-endpoint";
import { acceptAppointmentChange } from "#lib/resources/appointments/change/accept";
import { changeAppointment } from "#lib/resources/appointments/change/definition";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  PATCH: operation(changeAppointment, acceptAppointmentChange, changeAppointment.alsoAt?.path),
});
