import { type Dispatcher, request } from "undici";
import {
  allowedTarget,
  contentOf,
  type EmrResponse,
  EmrUnanswered,
  emrAgent,
  joined,
  type LinkedEmr,
  unanswered,
} from "./emr-client.ts";
import { emrTargets } from "./policies.ts";
import type { TargetPolicy } from "./target.ts";
import { within } from "./within.ts";

/** Deadline from the name's lookup to the headers of the response. */
const HEADERS_MS = 30_000;
/** Longest time without a byte while bytes are waited for. */
const SILENCE_MS = 60_000;
/** Bytes of a refusal that are read. */
const MAX_REFUSAL_BYTES = 256 * 1024;

export interface EmrStreamRequest {
  headers?: Record<string, string>;
  /** Ends the request, and the stream with it. */
  signal: AbortSignal;
}

/** A response whose content is read as it comes, as the server has packed it. */
export interface EmrStreamResponse extends EmrResponse {
  /** The content of a 2xx, of any size; null of any other status, whose content is in `body`. Throws EmrUnanswereds. */
  content: AsyncIterable<Uint8Array> | null;
}

/** Asks for a content of any size. Throws an EmrUnanswered if there is no response. */
export type EmrStreamClient = (url: string | URL, options: EmrStreamRequest) => Promise<EmrStreamResponse>;

/** Yields the chunks of a body; one that breaks off throws an EmrUnanswered. */
async function* chunksOf(
  body: Dispatcher.ResponseData["body"],
  silence: AbortSignal,
  caller: AbortSignal,
): AsyncGenerator<Uint8Array> {
  // Leaving the loop early destroys the body, which then emits an error.
  body.on("error", () => undefined);
  try {
    for await (const chunk of body) yield chunk as Uint8Array;
  } catch (error) {
    throw unanswered(error, silence, caller);
  }
}

/**
 * Returns a client as `emrClient` does for contents of any size, such as of files: the deadline is that of the headers, and
 * a server that is silent for a minute has broken off.
 */
export function emrStream(
  linked: LinkedEmr,
  { policy = emrTargets(), dispatcher }: { policy?: TargetPolicy; dispatcher?: Dispatcher } = {},
): EmrStreamClient {
  return async (address, { headers = {}, signal: caller }) => {
    const url = allowedTarget(address, linked, policy);
    if (caller.aborted) throw new EmrUnanswered("aborted", "The request to the EMR was ended", false);
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new DOMException("No headers in time", "TimeoutError")), HEADERS_MS);
    const signal = AbortSignal.any([late.signal, caller]);
    try {
      const exchange = request(url, {
        dispatcher: dispatcher ?? emrAgent(),
        signal,
        headers,
        headersTimeout: 0,
        bodyTimeout: SILENCE_MS,
      });
      const response = await within(signal, exchange);
      const shown = { status: response.statusCode, headers: joined(response.headers) };
      if (shown.status >= 200 && shown.status <= 299)
        return { ...shown, body: Buffer.alloc(0), content: chunksOf(response.body, late.signal, caller) };
      const body = await within(signal, contentOf(response, shown.headers["content-encoding"], MAX_REFUSAL_BYTES));
      return { ...shown, body, content: null };
    } catch (error) {
      throw unanswered(error, late.signal, caller);
    } finally {
      clearTimeout(timer);
    }
  };
}
