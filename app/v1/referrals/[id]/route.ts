import { routes } from "#lib/http/endpoint";
import { operation } from "#lib/http/operation-endpoint";
import { acceptReferralUpdate } from "#lib/operations/update-referral/accept";
import { updateReferral } from "#lib/operations/update-referral/definition";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  PATCH: operation(updateReferral, acceptReferralUpdate),
});
