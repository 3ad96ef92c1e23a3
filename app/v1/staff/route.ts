import { routes } from "#lib/api/endpoints/endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";
import { listStaff } from "#lib/resources/staff/queries";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: query(listStaff) });
