import { routes } from "#lib/http/endpoint";
import { read } from "#lib/http/read-endpoint";
import { listForms } from "#lib/reads/forms";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: read(listForms) });
