import { routes } from "#lib/api/endpoints/endpoint";
import { operation } from "#lib/api/endpoints/operation-endpoint";
import { acceptClaimsFetch } from "#lib/resources/claims/fetch/accept";
import { fetchClaims } from "#lib/resources/claims/fetch/definition";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ POST: operation(fetchClaims, acceptClaimsFetch) });
