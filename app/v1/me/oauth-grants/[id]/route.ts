import { command } from "#lib/api/endpoints/command-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { revokeOwnOAuthGrant } from "#lib/oauth/commands";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  DELETE: command(revokeOwnOAuthGrant),
});
