import { ApiFailure, failureOf } from "#lib/browser/api/api-failure";
import { holdExpiry } from "./session-expiry.ts";

/** Notifies the other tabs of this browser that its session is being taken to another organization. */
const CHANNEL = "organization";

/** What happens to the present organization's session: it is `left` or has `stayed` after `leaving`. */
type Notice = "leaving" | "left" | "stayed";

/** How long a tab waits for the tab that is leaving, which may have died. */
const LEAVING_MS = 30_000;

/** Opens the console from its start: a full page load keeps no record in memory, and opens the streams anew. */
const startAnew = () => window.location.assign("/");

/**
 * Runs what takes the session of this browser to another organization, and has the other tabs open that one. All tabs
 * hold reports of the old session's end meanwhile, which would lead back to a page of the old organization. Throws
 * what `take` throws; the session has stayed then.
 */
export async function leaveOrganization(take: () => Promise<void>): Promise<void> {
  const channel = new BroadcastChannel(CHANNEL);
  const tell = (notice: Notice) => channel.postMessage(notice);
  const release = holdExpiry();
  tell("leaving");
  try {
    await take();
    tell("left");
  } catch (error) {
    tell("stayed");
    release();
    throw error;
  } finally {
    channel.close();
  }
}

async function requestSwitch(id: string): Promise<void> {
  const response = await fetch("/api/session/organization", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ organization_id: id }),
    cache: "no-store",
  }).catch(() => null);
  if (!response) throw new ApiFailure(0, "The server could not be reached");
  if (!response.ok) throw await failureOf(response);
}

/** Takes the session of this browser to another organization, in all of its tabs. Throws an ApiFailure. */
export async function switchOrganization(id: string): Promise<void> {
  await leaveOrganization(() => requestSwitch(id));
  startAnew();
}

/**
 * Opens this tab anew when another one has switched: what it shows belongs to an organization that the session no longer
 * opens. `before` runs first. Returns the function that ends the watch.
 */
export function onSwitched(before: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  let release = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
    release();
  };
  channel.onmessage = ({ data }: MessageEvent<Notice>) => {
    if (data === "left") {
      before();
      startAnew();
      return;
    }
    stop();
    if (data !== "leaving") return;
    release = holdExpiry();
    timer = setTimeout(release, LEAVING_MS);
  };
  return () => {
    stop();
    channel.close();
  };
}
