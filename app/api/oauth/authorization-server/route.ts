import { oauthRoutes } from "#lib/api/oauth/oauth-answer";
import { authorizationServerMetadata } from "#lib/oauth/metadata";

/** The metadata of the authorization server, at `/.well-known/oauth-authorization-server` (RFC 8414). */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = oauthRoutes(
  "GET /.well-known/oauth-authorization-server",
  async () => authorizationServerMetadata(),
);

export const dynamic = "force-dynamic";
