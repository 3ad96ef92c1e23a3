import { emrClient } from "#lib/egress/emr-client";
import { emrTargets } from "#lib/egress/policies";
import { checkTarget } from "#lib/egress/target";
import type { EmrApp } from "#lib/emr/port/grants";
import { EmrError } from "#lib/emr/port/port";
import { discover } from "./smart-configuration.ts";
import { tokenAddress } from "./token-address.ts";

/** Where a browser authorizes an app at a FHIR server, and who must answer. */
export interface Authorizing {
  authorizeUrl: string;
  /** The issuer that an answer must name, if it names one. */
  issuer: string;
  /** Whether an answer must name it (RFC 9207). */
  namesIssuer: boolean;
}

const unusable = (why: string) =>
  new EmrError("validation", `Nobody can sign in at this EMR: ${why}`, { connectionField: "base_url" });

/**
 * Reads from a server's SMART configuration where people sign in there. Throws an EmrError for one that offers nothing of the
 * kind, and for addresses that are not to be used.
 */
export async function authorizingAt(baseUrl: string, { tokenUrl }: EmrApp, signal: AbortSignal): Promise<Authorizing> {
  const discovered = await discover(emrClient({ baseUrl }), baseUrl, signal);
  if ("problem" in discovered) throw unusable(`its .well-known/smart-configuration ${discovered.problem}`);
  const { configuration } = discovered;
  const { authorization_endpoint: authorizeUrl, code_challenge_methods_supported: methods } = configuration;
  if (authorizeUrl === undefined) throw unusable("its .well-known/smart-configuration names no address for it");
  const refusal = checkTarget(authorizeUrl, emrTargets());
  if (refusal) throw unusable(`the address that it names for it ${refusal}`);
  if (methods && !methods.includes("S256")) throw unusable("it does not take a proof by S256 (PKCE)");
  tokenAddress(baseUrl, tokenUrl ?? undefined, discovered);
  return {
    authorizeUrl,
    issuer: configuration.issuer ?? baseUrl,
    namesIssuer: configuration.authorization_response_iss_parameter_supported ?? false,
  };
}
