import { routes } from "#lib/api/endpoints/endpoint";
import { operation } from "#lib/api/endpoints/operation-endpoint";
import { acceptPatientsFetch } from "#lib/resources/patients/fetch/accept";
import { fetchPatients } from "#lib/resources/patients/fetch/definition";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: operation(fetchPatients, acceptPatientsFetch),
});
