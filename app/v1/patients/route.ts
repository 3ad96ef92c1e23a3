import { routes } from "#lib/api/endpoints/endpoint";
import { operation } from "#lib/api/endpoints/operation-endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";
import { acceptPatient } from "#lib/resources/patients/create/accept";
import { createPatient } from "#lib/resources/patients/create/definition";
import { listPatients } from "#lib/resources/patients/queries";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: query(listPatients),
  POST: operation(createPatient, acceptPatient),
});
