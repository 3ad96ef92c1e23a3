import { consoleAddress } from "#lib/kernel/addresses";
import { environment } from "#lib/kernel/environment";

/** The issuer of the authorization server (RFC 8414): the console's public address. No caller's Host decides on it. */
export function issuer(): string {
  const env = environment();
  return new URL(consoleAddress(env, env.PORT)).origin;
}

/** The protected resource (RFC 9728), which is the audience of every token. */
export const resource = (): string => `${issuer()}/mcp`;

/** Address of the protected resource's metadata: that of the resource, behind the well-known path (RFC 9728, section 3.1). */
export const resourceMetadataAddress = (): string => `${issuer()}/.well-known/oauth-protected-resource/mcp`;

/** Returns whether a `resource` parameter (RFC 8707) names the protected resource; without one there is no other. */
export const isResource = (given: string | null): boolean =>
  given === null || URL.parse(given)?.href === new URL(resource()).href;
