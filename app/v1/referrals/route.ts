import { routes } from "#lib/http/endpoint";
import { operation } from "#lib/http/operation-endpoint";
import { acceptReferral } from "#lib/operations/create-referral/accept";
import { createReferral } from "#lib/operations/create-referral/definition";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ POST: operation(createReferral, acceptReferral) });
