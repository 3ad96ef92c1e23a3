import type { Agent } from "undici";
import { environment } from "#lib/kernel/environment";
import { singleton } from "#lib/kernel/singleton";
import { makeAgent } from "./agent.ts";
import { authoritiesOf } from "./authorities.ts";
import { type EmrClient, EmrUnanswered, emrClient } from "./emr-client.ts";
import { type EmrStreamClient, emrStream } from "./emr-stream.ts";
import { checkTarget, type TargetPolicy } from "./target.ts";

/** The operator's blocks are for linked EMRs alone: what an answer names elsewhere must be public, by https. */
const PUBLIC: TargetPolicy = { privateBlocks: [] };

const publicAgent = (): Agent =>
  singleton(
    "emr-public-agent",
    () => makeAgent({ policy: PUBLIC, authorities: authoritiesOf(environment().EMR_CA_FILE) }),
    (agent) => agent.destroy(),
  );

/** Returns the origin of an address that may be asked. Throws an EmrUnanswered. */
function publicOrigin(address: string | URL): string {
  const refusal = checkTarget(String(address), PUBLIC);
  if (refusal) throw new EmrUnanswered("refused", `The address that the EMR names ${refusal}`, false);
  return new URL(address).origin;
}

/**
 * Asks an address that an EMR's answer names at another origin than the linked one, such as of presigned content: public
 * addresses alone, by https, without credentials and without following a redirect. Throws an EmrUnanswered.
 */
export const publicClient: EmrClient = async (address, options) =>
  emrClient({ baseUrl: publicOrigin(address) }, { policy: PUBLIC, dispatcher: publicAgent() })(address, options);

/** As `publicClient`, for content of any size, which is read as it comes. */
export const publicStream: EmrStreamClient = async (address, options) =>
  emrStream({ baseUrl: publicOrigin(address) }, { policy: PUBLIC, dispatcher: publicAgent() })(address, options);
