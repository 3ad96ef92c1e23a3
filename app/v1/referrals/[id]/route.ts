import { routes } from "#lib/http/endpoint";
import { operation } from "#lib/http/operation-endpoint";
import { read } from "#lib/http/read-endpoint";
import { acceptReferralUpdate } from "#lib/operations/update-referral/accept";
import { updateReferral } from "#lib/operations/update-referral/definition";
import { getReferral } from "#lib/reads/referrals";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: read(getReferral),
  PATCH: operation(updateReferral, acceptReferralUpdate),
});
