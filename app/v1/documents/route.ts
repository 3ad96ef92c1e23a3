import { routes } from "#lib/http/endpoint";
import { read } from "#lib/http/read-endpoint";
import { listDocuments } from "#lib/reads/documents";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: read(listDocuments) });
