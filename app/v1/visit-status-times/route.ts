import { routes } from "#lib/api/endpoints/endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";
import { listStatusTimes } from "#lib/resources/appointments/status-times";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: query(listStatusTimes) });
