import { routes } from "#lib/http/endpoint";
import { read } from "#lib/http/read-endpoint";
import { listStaff } from "#lib/reads/staff";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: read(listStaff) });
