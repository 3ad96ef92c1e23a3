import { documentContent } from "#lib/api/endpoints/document-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: documentContent });
