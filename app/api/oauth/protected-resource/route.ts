import { oauthRoutes } from "#lib/api/oauth/oauth-answer";
import { protectedResourceMetadata } from "#lib/oauth/metadata";

/** The metadata of `/mcp`, at `/.well-known/oauth-protected-resource` and below it (RFC 9728). */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = oauthRoutes(
  "GET /.well-known/oauth-protected-resource",
  async () => protectedResourceMetadata(),
);

export const dynamic = "force-dynamic";
