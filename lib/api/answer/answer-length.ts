import type { ServerResponse } from "node:http";

/** A route's word to our own server: how many bytes the body has. Never leaves the machine. */
export const ANSWER_LENGTH_HEADER = "x-crc-content-length";

/**
 * Gives an answer the `Content-Length` that its route named (bytes). The framework drops that header from every route's
 * answer, as it can't know whether the body was decoded on its way; where the answer is compressed, there is none.
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
