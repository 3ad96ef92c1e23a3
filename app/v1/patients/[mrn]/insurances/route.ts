import { routes } from "#lib/api/endpoints/endpoint";
import { operation } from "#lib/api/endpoints/operation-endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";
import { acceptInsurance } from "#lib/resources/patient-insurances/create/accept";
import { createInsurance } from "#lib/resources/patient-insurances/create/definition";
import { listPatientInsurances } from "#lib/resources/patient-insurances/queries";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: query(listPatientInsurances),
  POST: operation(createInsurance, acceptInsurance),
});
