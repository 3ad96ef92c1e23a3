import { routes } from "#lib/api/endpoints/endpoint";
import { read } from "#lib/api/endpoints/read-endpoint";
import { getPatient } from "#lib/resources/patients/reads";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: read(getPatient) });
