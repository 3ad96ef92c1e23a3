import { invalid } from "#lib/kernel/api-error";
import { environment } from "#lib/kernel/environment";
import { problem } from "#lib/kernel/field-error";
import type { HttpRequest } from "#lib/kernel/http-request";
import type { Ground, Tenant } from "#lib/kernel/principal";
import { parsePosition } from "./cursor.ts";
import type { Feed } from "./feed.ts";
import { encodeOpening } from "./frame.ts";
import { streamHub } from "./hub.ts";
import { type StreamPlaces, streamPlaces } from "./places.ts";
import type { Position } from "./sequence.ts";
import { sseResponse } from "./sse.ts";
import type { Reader } from "./subscriber.ts";

/** Delay before a client reconnects after its stream has ended. */
const RETRY_MS = 1_000;

export interface EventStreamOptions {
  /** Key by which open streams are counted. */
  caller: string;
  /** Called every few seconds with the request; false ends the stream. */
  stillAllowed?: (request: HttpRequest) => Promise<boolean>;
  /** Grounds of the caller's authorization; the stream ends with them (see endStreams). */
  grounds?: readonly Ground[];
}

/** A feed that frees its caller's stream place when it ends. */
class PlacedFeed {
  readonly #feed: Feed;
  readonly #places: StreamPlaces;
  readonly #caller: string;

  constructor(feed: Feed, places: StreamPlaces, caller: string) {
    this.#feed = feed;
    this.#places = places;
    this.#caller = caller;
  }

  get ended(): boolean {
    return this.#feed.ended;
  }

  take(reader: Reader): void | Promise<void> {
    return this.#feed.take(reader);
  }

  end(): void {
    this.#feed.end();
    void this.#places.free(this.#caller);
  }
}

async function openPlaced(
  tenant: Tenant & { linkedAccountId: string },
  from: Position | null,
  caller: string,
): Promise<{ feed: PlacedFeed; position: Position }> {
  const { organizationId, linkedAccountId } = tenant;
  const places = streamPlaces();
  await places.take(caller, environment().STREAMS_PER_CALLER);
  try {
    const feed = await streamHub().open({ organizationId, linkedAccountId }, from);
    return { feed: new PlacedFeed(feed, places, caller), position: feed.position };
  } catch (error) {
    void places.free(caller);
    throw error;
  }
}

/**
 * GET /events/stream (decisions §8): sends the account's `job` and `event` messages as Server-Sent Events, after the
 * request's `Last-Event-ID`, or from now on without one. The caller must already be authorized for the tenant. Throws
 * 400 for an invalid `Last-Event-ID`, 429 if the caller has reached its limit of streams, 503 during shutdown.
 */
export async function openEventStream(
  tenant: Tenant & { linkedAccountId: string },
  request: HttpRequest,
  { caller, stillAllowed, grounds }: EventStreamOptions,
): Promise<Response> {
  const lastId = request.headers.get("last-event-id");
  const from = lastId ? parsePosition(lastId) : null;
  if (lastId && from === null) throw invalid(problem("Last-Event-ID", "is not the id of a message of this stream"));
  const { feed, position } = await openPlaced(tenant, from, caller);
  return sseResponse(feed, request, { opening: encodeOpening(String(position), RETRY_MS), stillAllowed, grounds });
}
