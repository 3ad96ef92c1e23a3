import { routes } from "#lib/http/endpoint";
import { operation } from "#lib/http/operation-endpoint";
import { read } from "#lib/http/read-endpoint";
import { acceptReferral } from "#lib/operations/create-referral/accept";
import { createReferral } from "#lib/operations/create-referral/definition";
import { listReferrals } from "#lib/reads/referrals";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: read(listReferrals),
  POST: operation(createReferral, acceptReferral),
});
