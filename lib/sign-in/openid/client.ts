import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  clockSkew,
  customFetch,
  enableNonRepudiationChecks,
} from "openid-client";
import { type GuardedFetch, guardedFetch } from "#lib/egress/guarded-fetch";
import type { TargetPolicy } from "#lib/egress/target";
import { clockAheadMs } from "#lib/kernel/clock";
import { readDescription } from "./description.ts";
import type { SignInProvider } from "./provider.ts";

/** Deadline of one request to a provider, its whole answer included. */
const DEADLINE_MS = 5_000;
const MAX_BYTES = 262_144;

/** Returns the `fetch` by which a provider is asked. */
export const providerFetch = (policy: TargetPolicy | null): GuardedFetch =>
  guardedFetch(policy, { deadlineMs: DEADLINE_MS, maxBytes: MAX_BYTES });

/**
 * Returns a client of one provider for one sign-in, with the provider's present description. All of its requests go
 * through a `fetch` of its own, so nothing of it is shared with another sign-in. Rejects as `readDescription`.
 */
export async function clientOf({ issuer, clientId, clientSecret, policy }: SignInProvider): Promise<Configuration> {
  const fetch = providerFetch(policy);
  const { metadata, authentication } = await readDescription(issuer, fetch);
  const proof = authentication === "client_secret_basic" ? ClientSecretBasic : ClientSecretPost;
  // An id token ends by the database's clock, as all of a sign-in does.
  const skew = { [clockSkew]: -Math.round((clockAheadMs() ?? 0) / 1_000) };
  const client = new Configuration(metadata, clientId, skew, proof(clientSecret));
  client[customFetch] = fetch;
  // The policy decides which addresses may be dialled without TLS.
  allowInsecureRequests(client);
  // The id token's signature is verified, although it came straight from the provider.
  enableNonRepudiationChecks(client);
  return client;
}
