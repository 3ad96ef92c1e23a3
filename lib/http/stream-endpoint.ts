import { authenticate } from "#lib/auth/authenticate";
import { onGroundsOver } from "#lib/auth/grounds";
import { ApiError } from "#lib/core/api-error";
import type { Principal } from "#lib/core/principal";
import { singleton } from "#lib/runtime/singleton";
import { openEventStream } from "#lib/stream/event-stream";
import { endStreams } from "#lib/stream/sse";
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

/** Whose streams are counted together: a person's, an API client's or an embedded view's, of one account. */
const callerOf = ({ linkedAccountId, actor, embed }: Principal): string =>
  `${linkedAccountId}:${actor.kind}:${embed?.sessionId ?? actor.id}`;

/**
 * GET /events/stream (decisions §8): the caller's account's job states and webhook receipts as they come, on at most so
 * many streams at a time. An embedded view hears of others' events only that they happened. A stream ends with the session,
 * or the credentials, that it was opened by: at once where this process ended them, else within 5 s.
 */
export const eventStream: Endpoint = {
  route: "GET /events/stream",
  permission: PERMISSION,
  audit: "after",
  async handle({ principal, request }) {
    singleton("stream-ends", () => onGroundsOver(endStreams));
    const { grounds } = principal;
    const caller = callerOf(principal);
    return streamWithin(principal, await openEventStream(principal, request, { caller, stillAllowed, grounds }));
  },
};
