import { listAuditLog } from "#lib/administration/audit-log/reads";
import { routes } from "#lib/api/endpoints/endpoint";
import { read } from "#lib/api/endpoints/read-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: read(listAuditLog) });
