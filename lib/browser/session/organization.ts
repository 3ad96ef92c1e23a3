import { ApiFailure, failureOf } from "#lib/browser/api/api-failure";

/** Notifies the other tabs of this browser that the session is for another organization now. */
const CHANNEL = "organization";

/** Opens the console from its start: a full page load keeps no record in memory, and opens the streams anew. */
const startAnew = () => window.location.assign("/");

/** Lets the other tabs of this browser open the organization that the session is for now. */
export function announceSwitch(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(null);
  channel.close();
}

/** Takes the session of this browser to another organization, in all of its tabs. Throws an ApiFailure. */
export async function switchOrganization(id: string): Promise<void> {
  const response = await fetch("/api/session/organization", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ organization_id: id }),
    cache: "no-store",
  }).catch(() => null);
  if (!response) throw new ApiFailure(0, "The server could not be reached");
  if (!response.ok) throw await failureOf(response);
  announceSwitch();
  startAnew();
}

/**
 * Opens this tab anew when another one has switched: what it shows belongs to an organization that the session no longer
 * opens. `before` runs first. Returns the function that ends the watch.
 */
export function onSwitched(before: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = () => {
    before();
    startAnew();
  };
  return () => channel.close();
}
