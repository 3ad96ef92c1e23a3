import { routes } from "#lib/http/endpoint";
import { read } from "#lib/http/read-endpoint";
import { getPatient } from "#lib/reads/patients";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: read(getPatient) });
