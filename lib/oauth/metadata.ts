import { issuer, resource } from "./addresses.ts";
import { SCOPES } from "./scopes.ts";

/** The metadata of the protected resource (RFC 9728). */
export const protectedResourceMetadata = () => ({
  resource: resource(),
  authorization_servers: [issuer()],
  scopes_supported: SCOPES,
  bearer_methods_supported: ["header"],
  resource_name: "Clinical Records Console",
});

/** The metadata of the authorization server (RFC 8414). */
export const authorizationServerMetadata = () => ({
  issuer: issuer(),
  authorization_endpoint: `${issuer()}/oauth/authorize`,
  token_endpoint: `${issuer()}/api/oauth/token`,
  registration_endpoint: `${issuer()}/api/oauth/register`,
  revocation_endpoint: `${issuer()}/api/oauth/revoke`,
  scopes_supported: SCOPES,
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  token_endpoint_auth_methods_supported: ["none"],
  revocation_endpoint_auth_methods_supported: ["none"],
  code_challenge_methods_supported: ["S256"],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
});
