import { routes } from "#lib/api/endpoints/endpoint";
import { operation } from "#lib/api/endpoints/operation-endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";
import { getPatient } from "#lib/resources/patients/queries";
import { acceptPatientUpdate } from "#lib/resources/patients/update/accept";
import { updatePatient } from "#lib/resources/patients/update/definition";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: query(getPatient),
  PATCH: operation(updatePatient, acceptPatientUpdate),
});
