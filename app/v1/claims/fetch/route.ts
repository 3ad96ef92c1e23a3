import { routes } from "#lib/http/endpoint";
import { operation } from "#lib/http/operation-endpoint";
import { acceptClaimsFetch } from "#lib/operations/fetch-claims/accept";
import { fetchClaims } from "#lib/operations/fetch-claims/definition";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ POST: operation(fetchClaims, acceptClaimsFetch) });
