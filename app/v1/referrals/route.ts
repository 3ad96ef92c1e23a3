import { routes } from "#lib/api/endpoints/endpoint";
import { operation } from "#lib/api/endpoints/operation-endpoint";
import { read } from "#lib/api/endpoints/read-endpoint";
import { acceptReferral } from "#lib/resources/referrals/create/accept";
import { createReferral } from "#lib/resources/referrals/create/definition";
import { listReferrals } from "#lib/resources/referrals/reads";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: read(listReferrals),
  POST: operation(createReferral, acceptReferral),
});
