import { authenticate } from "#lib/auth/authenticate";
import { ApiError } from "#lib/core/api-error";
import { openEventStream } from "#lib/stream/event-stream";
import { endingRequest, streamWithin } from "./embed-stream.ts";
import type { Endpoint } from "./endpoint.ts";

const PERMISSION = "events:read";

/** How often it is asked whether an embedded view's session stands. */
const EMBED_WATCH_MS = 3_000;

/** False once the caller's credentials, session or permission are gone; a fault of ours ends no stream. */
async function stillAllowed(request: Request): Promise<boolean> {
  try {
    return (await authenticate(request)).permissions.has(PERMISSION);
  } catch (error) {
    return !(error instanceof ApiError);
  }
}

/**
 * GET /events/stream (decisions §8): the caller's account's job states and webhook receipts as they come.
 * An embedded view hears of others' events only that they happened, and its stream ends when its session is revoked.
 */
export const eventStream: Endpoint = {
  route: "GET /events/stream",
  permission: PERMISSION,
  audit: "after",
  async handle({ principal, request }) {
    const allowed = () => stillAllowed(request);
    if (!principal.embed) return openEventStream(principal, request, { stillAllowed: allowed });
    const { request: watched, stop } = endingRequest(request, allowed, EMBED_WATCH_MS);
    try {
      return streamWithin(principal, await openEventStream(principal, watched));
    } catch (error) {
      stop();
      throw error;
    }
  },
};
