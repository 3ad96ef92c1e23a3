import { z } from "zod";
import { type EmrClient, EmrUnanswered } from "#lib/egress/emr-client";
import { jsonOf } from "#lib/emr/http/json";

const texts = z.array(z.string()).optional().catch(undefined);

const address = z
  .url({ protocol: /^https?$/ })
  .max(2_048)
  .optional()
  .catch(undefined);

/** A server's statements about its tokens, and who signs in, in `.well-known/smart-configuration` (SMART App Launch, conformance). */
const smartConfiguration = z.object({
  issuer: address,
  authorization_endpoint: address,
  authorization_response_iss_parameter_supported: z.boolean().optional().catch(undefined),
  code_challenge_methods_supported: texts,
  token_endpoint: address,
  token_endpoint_auth_methods_supported: texts,
  token_endpoint_auth_signing_alg_values_supported: texts,
  capabilities: texts,
});

export type SmartConfiguration = z.infer<typeof smartConfiguration>;

const MAX_BYTES = 256 * 1024;
const DEADLINE_MS = 10_000;

/** A server's SMART configuration, or why there is none; `isAway` if the server did not answer. */
export type Discovered = { configuration: SmartConfiguration } | { problem: string; isAway?: true };

/** Reads the SMART configuration of a FHIR server, without credentials. */
export async function discover(client: EmrClient, baseUrl: string, signal: AbortSignal): Promise<Discovered> {
  const address = `${baseUrl.replace(/(?<!\/)\/+$/, "")}/.well-known/smart-configuration`;
  try {
    const response = await client(address, {
      headers: { accept: "application/json" },
      signal,
      deadlineMs: DEADLINE_MS,
      maxBytes: MAX_BYTES,
    });
    if (response.status !== 200) return { problem: `answers with the status ${response.status}` };
    const { data } = smartConfiguration.safeParse(jsonOf(response));
    return data ? { configuration: data } : { problem: "is no JSON object" };
  } catch (error) {
    if (error instanceof EmrUnanswered) return { problem: `cannot be read: ${error.message}`, isAway: true };
    throw error;
  }
}
