import { routes } from "#lib/http/endpoint";
import { openApi } from "#lib/http/openapi-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: openApi });
