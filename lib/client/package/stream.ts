import { type Block, connect } from "./connection.ts";
import { isPassing, noAnswer } from "./errors.ts";
import type { EventsOptions, StreamMessage, Transport } from "./face.d.ts";
import { pause, pauseBefore } from "./pause.ts";

const messageOf = ({ id, kind, data }: Block): StreamMessage | null => {
  if (kind === "event") return { id, kind, event: JSON.parse(data) };
  return kind === "job" || kind === "standing" ? { id, kind, job: JSON.parse(data) } : null;
};

/** The messages of an account's stream, over as many connections as it takes (see Events). */
export async function* streamMessages(
  transport: Transport,
  { lastEventId, signal }: EventsOptions = {},
): AsyncGenerator<StreamMessage, void, undefined> {
  let last = lastEventId;
  for (let failures = 0; !signal?.aborted; failures++) {
    let retryAfter: number | null = null;
    try {
      for await (const block of connect(transport, { lastEventId: last, signal })) {
        failures = 0;
        const message = block.data ? messageOf(block) : null;
        if (message) yield message;
        // Only after the caller has come back for the next: what it handled while the connection was lost is not lost.
        if (block.id) last = block.id;
      }
    } catch (error) {
      if (signal?.aborted) return;
      const failure = noAnswer(error);
      if (!isPassing(failure) && failure.status !== 500) throw failure;
      retryAfter = failure.retryAfter;
    }
    await pause(pauseBefore(failures, retryAfter), signal).catch(() => undefined);
  }
}
