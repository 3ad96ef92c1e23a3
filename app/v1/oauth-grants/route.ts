import { command } from "#lib/api/endpoints/command-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";
import { createOAuthGrant } from "#lib/oauth/commands";
import { listOAuthGrants } from "#lib/oauth/queries";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: query(listOAuthGrants),
  POST: command(createOAuthGrant),
});
