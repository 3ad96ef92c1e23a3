import { routes } from "#lib/api/endpoints/endpoint";
import { operation } from "#lib/api/endpoints/operation-endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";
import { acceptReferral } from "#lib/resources/referrals/create/accept";
import { createReferral } from "#lib/resources/referrals/create/definition";
import { listReferrals } from "#lib/resources/referrals/queries";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: query(listReferrals),
  POST: operation(createReferral, acceptReferral),
});
