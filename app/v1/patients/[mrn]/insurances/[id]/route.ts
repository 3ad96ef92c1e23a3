import { routes } from "#lib/api/endpoints/endpoint";
import { operation } from "#lib/api/endpoints/operation-endpoint";
import { acceptInsuranceUpdate } from "#lib/resources/patient-insurances/update/accept";
import { updateInsurance } from "#lib/resources/patient-insurances/update/definition";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  PATCH: operation(updateInsurance, acceptInsuranceUpdate),
});
