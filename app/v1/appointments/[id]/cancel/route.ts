import { routes } from "#lib/api/endpoints/endpoint";
import { operation } from "#lib/api/endpoints/operation-endpoint";
import { acceptCancellation } from "#lib/resources/appointments/cancel/accept";
import { cancelAppointment } from "#lib/resources/appointments/cancel/definition";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: operation(cancelAppointment, acceptCancellation),
});
