import { randomUUID } from "node:crypto";
import type { FhirConnection } from "#lib/emr/fhir/connection";
import type { AssertionAlgorithm, SignAssertion } from "#lib/emr/port/assertion";
import { EmrError } from "#lib/emr/port/port";
import { serverNow } from "./server-clock.ts";
import type { SmartConfiguration } from "./smart-configuration.ts";

/** Authorizations that fetch tokens. */
export type TokenAuth = Extract<FhirConnection["auth"], { kind: "smart_backend" | "client_secret" }>;

/** The part of a token request that proves the client. */
export interface ClientProof {
  headers: Record<string, string>;
  fields: Record<string, string>;
}

/** Lifetime of an assertion; SMART Backend Services allow five minutes at most. */
const ASSERTION_SECONDS = 240;

/** Encodes one part of HTTP Basic credentials (RFC 6749, 2.3.1). */
const encoded = (text: string): string => new URLSearchParams({ "": text }).toString().slice(1);

/** Returns the algorithm that a server takes; RS384 if it says nothing, which servers support most often. */
function algorithmOf({
  token_endpoint_auth_signing_alg_values_supported: taken,
}: SmartConfiguration): AssertionAlgorithm {
  return taken?.includes("ES384") && !taken.includes("RS384") ? "ES384" : "RS384";
}

/** Returns whether a server takes a client's secret in the body alone. Without a statement it takes HTTP Basic. */
function takesBodyAlone({ token_endpoint_auth_methods_supported: taken }: SmartConfiguration): boolean {
  return taken?.includes("client_secret_post") === true && !taken.includes("client_secret_basic");
}

/** Returns the proof for a request to a token address: the secret, or an assertion that is good for this request alone. */
export async function proofOf(
  auth: TokenAuth,
  { tokenUrl, configuration, sign }: { tokenUrl: string; configuration: SmartConfiguration; sign?: SignAssertion },
): Promise<ClientProof> {
  if (auth.kind === "client_secret") {
    const { client_id, client_secret } = auth;
    if (takesBodyAlone(configuration)) return { headers: {}, fields: { client_id, client_secret } };
    const basic = Buffer.from(`${encoded(client_id)}:${encoded(client_secret)}`).toString("base64");
    return { headers: { authorization: `Basic ${basic}` }, fields: {} };
  }
  if (!sign) throw new EmrError("validation", "The organization has no key that signs");
  const now = Math.floor(serverNow(tokenUrl) / 1_000);
  const claims = {
    iss: auth.client_id,
    sub: auth.client_id,
    aud: tokenUrl,
    jti: randomUUID(),
    iat: now,
    exp: now + ASSERTION_SECONDS,
  };
  return {
    headers: {},
    fields: {
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      client_assertion: await sign(claims, algorithmOf(configuration)),
    },
  };
}

/** All records', by version of SMART's scopes: to read and write, and to read alone. */
const SCOPES = [
  ["system/*.read system/*.write", "system/*.read"],
  ["system/*.cruds", "system/*.rs"],
] as const;

/**
 * Returns the scopes to ask for, and those to ask for if the server refuses them: the connection's alone, else all records' for
 * SMART Backend Services, which need some, and those that only read, since servers that offer nothing else refuse all.
 */
export function scopesOf(auth: TokenAuth, { capabilities }: SmartConfiguration): readonly (string | undefined)[] {
  if (auth.scopes !== undefined || auth.kind === "client_secret") return [auth.scopes];
  const isVersion2Alone = capabilities?.includes("permission-v2") && !capabilities.includes("permission-v1");
  return SCOPES[isVersion2Alone ? 1 : 0];
}
