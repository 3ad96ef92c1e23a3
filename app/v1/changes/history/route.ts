import { routes } from "#lib/api/endpoints/endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";
import { listPastChanges } from "#lib/changes/history";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: query(listPastChanges) });
