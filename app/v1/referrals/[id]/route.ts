import { routes } from "#lib/api/endpoints/endpoint";
import { operation } from "#lib/api/endpoints/operation-endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";
import { getReferral } from "#lib/resources/referrals/queries";
import { acceptReferralUpdate } from "#lib/resources/referrals/update/accept";
import { updateReferral } from "#lib/resources/referrals/update/definition";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: query(getReferral),
  PATCH: operation(updateReferral, acceptReferralUpdate),
});
