import { routes } from "#lib/api/endpoints/endpoint";
import { operation } from "#lib/api/endpoints/operation-endpoint";
import { read } from "#lib/api/endpoints/read-endpoint";
import { getReferral } from "#lib/resources/referrals/reads";
import { acceptReferralUpdate } from "#lib/resources/referrals/update/accept";
import { updateReferral } from "#lib/resources/referrals/update/definition";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: read(getReferral),
  PATCH: operation(updateReferral, acceptReferralUpdate),
});
