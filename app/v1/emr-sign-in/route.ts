import { getEmrSignIn } from "#lib/administration/emr-authorizations/queries";
import { routes } from "#lib/api/endpoints/endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: query(getEmrSignIn) });
