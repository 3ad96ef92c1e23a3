import { routes } from "#lib/api/endpoints/endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";
import { getDowntimeSheet } from "#lib/resources/downtime-packets/queries";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: query(getDowntimeSheet) });
