import type { Changes, Transport } from "./face.d.ts";
import { pause } from "./pause.ts";
import { send } from "./send.ts";

/** Returns the method that yields an account's changes, over as many requests as it takes (see Changes). */
export const changesOf = (transport: Transport): Changes =>
  async function* eachChange({ kinds, cursor, everyMs = 10_000, signal } = {}) {
    // What passes is tried again for as long as the caller wants changes.
    const options = { signal, retries: Infinity, deadlineMs: Infinity };
    try {
      for (let next = cursor; ; ) {
        const input = { kinds: kinds?.join(), cursor: next, limit: 1_000 };
        const { changes, next_cursor } = await send(transport, "GET /changes", input, options);
        yield* changes;
        next = next_cursor;
        if (!changes[0]) await pause(everyMs, signal);
      }
    } catch (error) {
      if (!signal?.aborted) throw error;
    }
  };
