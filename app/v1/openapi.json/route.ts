import { routes } from "#lib/api/endpoints/endpoint";
import { openApi } from "#lib/api/endpoints/openapi-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: openApi });
