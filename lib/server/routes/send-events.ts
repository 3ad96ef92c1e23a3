import type { ServerResponse } from "node:http";
import type { SseBody } from "#lib/stream/sse";

/**
 * Sends a stream of Server-Sent Events as fast as the client reads. A web stream between would cost as much as the
 * sending itself, for each message and each of thousands of streams.
 */
export function sendEvents(outgoing: ServerResponse, body: SseBody): void {
  if (outgoing.destroyed) {
    body.cancel();
    return;
  }
  outgoing.flushHeaders();
  outgoing.once("close", () => body.cancel());
  body.sendTo({
    send(bytes, ready) {
      if (outgoing.write(bytes)) queueMicrotask(ready);
      else outgoing.once("drain", ready);
    },
    sendIfIdle(bytes) {
      if (!outgoing.writableNeedDrain) outgoing.write(bytes);
    },
    end: () => outgoing.end(),
    fail: () => outgoing.destroy(),
  });
}
