import { routes } from "#lib/api/endpoints/endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";
import { listEmrDirectory } from "#lib/emr-directory/queries";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: query(listEmrDirectory) });
