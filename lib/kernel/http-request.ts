/**
 * The parts of a Fetch API Request that handlers of `/v1` use. Our own server makes no more of them, so that a handler
 * runs the same under it and under the framework.
 */
export interface HttpRequest extends Pick<Request, "method" | "url" | "headers" | "signal"> {
  /** Null for a request without a body. Leaving the loop early keeps the connection. */
  readonly body: AsyncIterable<Uint8Array> | null;
}
