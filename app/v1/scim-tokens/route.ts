import { createScimToken } from "#lib/administration/scim-tokens/commands";
import { listScimTokens } from "#lib/administration/scim-tokens/queries";
import { command } from "#lib/api/endpoints/command-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: query(listScimTokens),
  POST: command(createScimToken),
});
