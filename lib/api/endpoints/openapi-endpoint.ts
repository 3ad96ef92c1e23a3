import { openApiDocument } from "#lib/api/openapi/document";
import { singleton } from "#lib/kernel/singleton";
import type { Endpoint } from "./endpoint.ts";

/** GET /openapi.json (decisions §5): the same for every caller, built once per process. */
export const openApi: Endpoint = {
  route: "GET /openapi.json",
  permission: "settings:read",
  embed: "open",
  audit: "none",
  handle: async () => ({ status: 200, body: singleton("openapi", openApiDocument) }),
};
