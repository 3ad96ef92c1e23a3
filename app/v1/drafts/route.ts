import { routes } from "#lib/api/endpoints/endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";
import { listDrafts } from "#lib/drafts/queries";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: query(listDrafts) });
