import type { ServerMetadata } from "openid-client";
import { z } from "zod";
import type { GuardedFetch } from "#lib/egress/guarded-fetch";
import { brand } from "#lib/kernel/brand";

/** The asymmetric algorithms of signatures that are verified here: never `none`, nor one whose key is the client's secret. */
const SIGNATURES = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];

/** The ways in which this client authenticates at the token endpoint, the preferred one first. */
const CLIENT_AUTHENTICATIONS = ["client_secret_basic", "client_secret_post"] as const;

const endpoint = z.url({ protocol: /^https?$/ });
const names = z.array(z.string()).optional().catch(undefined);

/** What is used of an OpenID provider's description (OpenID Connect Discovery 1.0, section 3). */
const description = z.object({
  issuer: z.string(),
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  jwks_uri: endpoint,
  userinfo_endpoint: endpoint.optional().catch(undefined),
  response_types_supported: names,
  id_token_signing_alg_values_supported: names,
  token_endpoint_auth_methods_supported: names,
  authorization_response_iss_parameter_supported: z.boolean().optional().catch(undefined),
});

type Description = z.infer<typeof description>;

/** Thrown for a provider whose description does not allow a sign-in here; the message is the end of a sentence. */
export class UnusableProvider extends Error {
  static {
    brand(UnusableProvider, "UnusableProvider");
  }

  override readonly name = "UnusableProvider";
}

/** Returns how the client authenticates at the token endpoint; undefined if the provider takes nothing that it can do. */
const authenticationOf = ({ token_endpoint_auth_methods_supported: listed }: Description) =>
  CLIENT_AUTHENTICATIONS.find((each) => (listed ?? ["client_secret_basic"]).includes(each));

/** What a sign-in uses of a provider's description. */
interface Usable {
  metadata: ServerMetadata;
  authentication: (typeof CLIENT_AUTHENTICATIONS)[number];
}

/**
 * Reads the description of an OpenID provider and chooses what a sign-in uses of it. Throws UnusableProvider; rejects as
 * `fetch` does if the provider cannot be asked. Every algorithm of a signature is accepted that a key of the provider's
 * key set can have, whatever the description lists.
 */
export async function readDescription(issuer: string, fetch: GuardedFetch): Promise<Usable> {
  const address = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const answer = await fetch(address, { method: "GET", headers: { accept: "application/json" } });
  const { data } = description.safeParse(answer.status === 200 ? await answer.json().catch(() => null) : null);
  if (!data) throw new UnusableProvider("has no OpenID description at /.well-known/openid-configuration");
  if (data.issuer !== issuer) throw new UnusableProvider("must be written as the provider's description has it");
  const authentication = authenticationOf(data);
  if (!authentication) {
    throw new UnusableProvider(`must let clients authenticate by ${CLIENT_AUTHENTICATIONS.join(" or ")}`);
  }
  if (data.response_types_supported && !data.response_types_supported.includes("code")) {
    throw new UnusableProvider("must offer the authorization code flow");
  }
  const listed = data.id_token_signing_alg_values_supported;
  if (listed && !listed.some((each) => SIGNATURES.includes(each))) {
    throw new UnusableProvider(`must sign id tokens by one of ${SIGNATURES.join(", ")}`);
  }
  const { authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint } = data;
  const metadata = {
    issuer,
    authorization_endpoint,
    token_endpoint,
    jwks_uri,
    ...(userinfo_endpoint !== undefined && { userinfo_endpoint }),
    id_token_signing_alg_values_supported: SIGNATURES,
    authorization_response_iss_parameter_supported: data.authorization_response_iss_parameter_supported ?? false,
  };
  return { metadata, authentication };
}
