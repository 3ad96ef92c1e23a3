import { listSandboxWrites } from "#lib/administration/sandbox/reads";
import { routes } from "#lib/api/endpoints/endpoint";
import { read } from "#lib/api/endpoints/read-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: read(listSandboxWrites) });
