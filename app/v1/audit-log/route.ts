import { routes } from "#lib/http/endpoint";
import { read } from "#lib/http/read-endpoint";
import { listAuditLog } from "#lib/reads/audit-log";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: read(listAuditLog) });
