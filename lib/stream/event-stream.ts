import { invalid } from "#lib/kernel/domain-error";
import { environment } from "#lib/kernel/environment";
import { problem } from "#lib/kernel/field-error";
import type { HttpRequest } from "#lib/kernel/http-request";
import type { AccountTenant, Ground } from "#lib/kernel/principal";
import { streamHub } from "./hub.ts";
import { streamPlaces } from "./places.ts";
import { parsePosition } from "./position.ts";
import { sseResponse } from "./sse.ts";

/** Delay before a client reconnects after its stream has ended. */
const RETRY_MS = 1_000;

export interface EventStreamOptions {
  /** Key by which open streams are counted. */
  caller: string;
  /** Called every few seconds with the request; false ends the stream. */
  stillAllowed?: (request: HttpRequest) => Promise<boolean>;
  /** Grounds of the caller's authorization; the stream ends with them (see endStreams). */
  grounds?: readonly Ground[];
  /** Called as the stream begins; returns what is called as it ends. */
  onOpen?: () => () => void;
}

/**
 * GET /events/stream (decisions §8): sends the account's `job` and `event` messages as Server-Sent Events, after the
 * request's `Last-Event-ID`, or from now on without one. The caller must already be authorized for the tenant. Throws
 * `invalid` for an invalid `Last-Event-ID`, `too_many` if the caller has reached its limit of streams, `unavailable` during shutdown.
 */
export async function openEventStream(
  tenant: AccountTenant,
  request: HttpRequest,
  { caller, stillAllowed, grounds, onOpen }: EventStreamOptions,
): Promise<Response> {
  const lastId = request.headers.get("last-event-id");
  const from = lastId ? parsePosition(lastId) : null;
  if (lastId && from === null) throw invalid(problem("Last-Event-ID", "is not the id of a message of this stream"));
  const places = streamPlaces();
  await places.take(caller, environment().STREAMS_PER_CALLER);
  const closed = onOpen?.();
  const onEnd = () => {
    closed?.();
    void places.free(caller);
  };
  try {
    const { organizationId, linkedAccountId } = tenant;
    const follower = await streamHub().open({ organizationId, linkedAccountId }, from);
    // With the present position, from which a stream resumes that has sent nothing.
    const opening = `: connected\nretry: ${RETRY_MS}\nid: ${follower.position}\n\n`;
    return sseResponse(follower, request, { opening, onEnd, stillAllowed, grounds });
  } catch (error) {
    onEnd();
    throw error;
  }
}
