import type { ServerResponse } from "node:http";

/** Internal header in which a route passes its body length (bytes) to our own server. It never leaves the machine. */
export const ANSWER_LENGTH_HEADER = "x-crc-content-length";

/**
 * Sets the `Content-Length` (bytes) that the route named. The framework drops that header from every response, because
 * it cannot know whether the body was decoded in between. A compressed response has no `Content-Length`.
 */
export function keepAnswerLength(response: ServerResponse): void {
  const writeHead = response.writeHead;
  response.writeHead = function (this: ServerResponse, ...head: Parameters<typeof writeHead>) {
    const length = response.getHeader(ANSWER_LENGTH_HEADER);
    if (length !== undefined) {
      response.removeHeader(ANSWER_LENGTH_HEADER);
      if (!response.hasHeader("content-encoding")) response.setHeader("content-length", length);
    }
    return writeHead.apply(response, head);
  } as typeof writeHead;
}
