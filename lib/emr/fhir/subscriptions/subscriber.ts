import { fhirConnection } from "#lib/emr/fhir/connection";

/** The fields of a stored connection that name the server and say how it is subscribed to. */
const subscribing = fhirConnection.pick({ base_url: true, subscriptions: true, subscription_topics: true });

/** Returns what identifies the subscriptions of an account: each has an address of its own. Null if they are switched off. */
export function subscriberOf(stored: Record<string, unknown>, accountId: string): string | null {
  const { data } = subscribing.safeParse(stored);
  if (data?.subscriptions !== "on") return null;
  return [accountId, new URL(data.base_url).href, data.subscription_topics ?? ""].join(" ");
}
