import { routes } from "#lib/http/endpoint";
import { read } from "#lib/http/read-endpoint";
import { listSandboxWrites } from "#lib/reads/sandbox";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: read(listSandboxWrites) });
