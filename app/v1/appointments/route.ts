import { routes } from "#lib/http/endpoint";
import { operation } from "#lib/http/operation-endpoint";
import { acceptAppointmentUpdate } from "#lib/operations/update-appointment/accept";
import { updateAppointment } from "#lib/operations/update-appointment/definition";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  PATCH: operation(updateAppointment, acceptAppointmentUpdate),
});
