import { authenticate } from "#lib/auth/authenticate";
import { ApiError } from "#lib/core/api-error";
import { openEventStream } from "#lib/stream/event-stream";
import { streamWithin } from "./embed-stream.ts";
import type { Endpoint } from "./endpoint.ts";

const PERMISSION = "events:read";

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
 * An embedded view hears of others' events only that they happened. A stream ends within seconds of the end of the
 * session, or of the credentials, that it was opened by.
 */
export const eventStream: Endpoint = {
  route: "GET /events/stream",
  permission: PERMISSION,
  audit: "after",
  async handle({ principal, request }) {
    return streamWithin(principal, await openEventStream(principal, request, { stillAllowed }));
  },
};
