import { routes } from "#lib/api/endpoints/endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";
import { listPatientMatches } from "#lib/resources/patients/matches";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: query(listPatientMatches) });
