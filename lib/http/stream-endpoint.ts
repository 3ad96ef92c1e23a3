import { authenticate } from "#lib/auth/authenticate";
import { ApiError } from "#lib/core/api-error";
import { openEventStream } from "#lib/stream/event-stream";
import { endingSignal, streamWithin } from "./embed-stream.ts";
import type { Endpoint } from "./endpoint.ts";

const PERMISSION = "events:read";

/**
 * How often it is asked whether a person's session, or an embedded view's, stands. With what is remembered of it for a
 * moment, a stream ends within 8 s.
 */
const WATCH_MS = 3_000;

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
 * An embedded view hears of others' events only that they happened. A person's stream, or a view's, ends within seconds
 * of the session's end.
 */
export const eventStream: Endpoint = {
  route: "GET /events/stream",
  permission: PERMISSION,
  audit: "after",
  async handle({ principal, request }) {
    const allowed = () => stillAllowed(request);
    if (principal.actor.kind === "api_client") return openEventStream(principal, request, { stillAllowed: allowed });
    const { signal, stop } = endingSignal(request, allowed, WATCH_MS);
    try {
      return streamWithin(principal, await openEventStream(principal, request, { signal }));
    } catch (error) {
      stop();
      throw error;
    }
  },
};
