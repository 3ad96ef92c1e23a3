import { documentContent } from "#lib/http/document-endpoint";
import { routes } from "#lib/http/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: documentContent });
