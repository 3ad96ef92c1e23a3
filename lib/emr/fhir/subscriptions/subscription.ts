import type { FhirConnection } from "#lib/emr/fhir/connection";

/** Types of resource of whose changes a server is asked to tell. */
export const SUBSCRIBED_TYPES = ["Appointment", "Patient"] as const;

/** The header in which a server sends our secret back. */
export const SECRET_HEADER = "x-subscription-secret";

const MEDPLUM_SECRET = "https://www.medplum.com/fhir/StructureDefinition/subscription-secret";

const BACKPORT = "http://hl7.org/fhir/uv/subscriptions-backport/StructureDefinition";

/** Seconds between two heartbeats that a server is asked for. */
const HEARTBEAT_S = 600;

/** What one subscription asks for: the changes of a type, or of a topic that the server defines. */
type Wish = { type: (typeof SUBSCRIBED_TYPES)[number] } | { topic: string };

/** Returns what a connection subscribes to: the topics that it names, or else each type in the plain form of R4. */
export const wishesOf = ({ subscription_topics }: Pick<FhirConnection, "subscription_topics">): Wish[] =>
  subscription_topics === undefined
    ? SUBSCRIBED_TYPES.map((type) => ({ type }))
    : [...new Set(subscription_topics.trim().split(/\s+/))].map((topic) => ({ topic }));

/** The part of the channel that all forms share. Medplum splits a header at each colon, so that its value has none. */
const channel = (endpoint: string, secret: string) => ({
  type: "rest-hook" as const,
  endpoint,
  header: [`${SECRET_HEADER}: ${secret}`],
});

/**
 * Returns the Subscription to create (R4, or the R5 backport for a topic). It asks for no content: records are read anew, whatever a
 * notification says. `secret` proves each notification: in a header, and by Medplum also as the key of a signature.
 */
export function subscriptionFor(wish: Wish, { endpoint, secret }: { endpoint: string; secret: string }) {
  const common = {
    resourceType: "Subscription" as const,
    status: "requested" as const,
    reason: "Clinical Records Console: changes are read anew as soon as they are made",
  };
  if ("type" in wish) {
    return {
      ...common,
      extension: [{ url: MEDPLUM_SECRET, valueString: secret }],
      criteria: `${wish.type}?`,
      channel: channel(endpoint, secret),
    };
  }
  return {
    ...common,
    meta: { profile: [`${BACKPORT}/backport-subscription`] },
    criteria: wish.topic,
    channel: {
      extension: [{ url: `${BACKPORT}/backport-heartbeat-period`, valueUnsignedInt: HEARTBEAT_S }],
      ...channel(endpoint, secret),
      payload: "application/fhir+json",
      _payload: { extension: [{ url: `${BACKPORT}/backport-payload-content`, valueCode: "id-only" }] },
    },
  };
}
