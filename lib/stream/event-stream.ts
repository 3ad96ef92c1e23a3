import { badRequest } from "#lib/core/api-error";
import type { Ground, Tenant } from "#lib/core/principal";
import { parsePosition } from "./cursor.ts";
import { encodeOpening } from "./frame.ts";
import { streamHub } from "./hub.ts";
import { sseResponse } from "./sse.ts";

/** How soon a client may come back after its stream has ended. */
const RETRY_MS = 1_000;

export interface EventStreamOptions {
  /** Asked of the request every few seconds; the stream ends once it says no. */
  stillAllowed?: (request: Request) => Promise<boolean>;
  /** What the caller may listen by: it ends with them (see endStreams). */
  grounds?: readonly Ground[];
}

/**
 * GET /events/stream (decisions §8): the account's `job` and `event` messages as Server-Sent Events, after the
 * request's `Last-Event-ID` or else from what comes next. The tenant is the caller's, already authorised.
 * Throws 400 where `Last-Event-ID` is none of ours, 503 while the process is ending.
 */
export async function openEventStream(
  tenant: Tenant & { linkedAccountId: string },
  request: Request,
  options: EventStreamOptions = {},
): Promise<Response> {
  const lastId = request.headers.get("last-event-id");
  const from = lastId ? parsePosition(lastId) : null;
  if (lastId && from === null) throw badRequest("Last-Event-ID is not the id of a message of this stream");
  const { organizationId, linkedAccountId } = tenant;
  const feed = await streamHub().open({ organizationId, linkedAccountId }, from);
  return sseResponse(feed, request, {
    opening: encodeOpening(String(feed.position), RETRY_MS),
    stillAllowed: options.stillAllowed,
    grounds: options.grounds,
  });
}
