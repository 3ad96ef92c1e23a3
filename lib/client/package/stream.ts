import { failureOf, isPassing, noAnswer } from "./errors.ts";
import type { EventsOptions, StreamMessage, Transport } from "./face.d.ts";
import { pause, pauseBefore } from "./pause.ts";

/** The stream sends a comment every 15 seconds: after this time without a byte the connection is lost. */
const SILENCE_MS = 45_000;

/** One message as it came; `data` is empty for the position at the start. */
interface Raw {
  id: string;
  kind: string;
  data: string;
}

/** Returns a block of lines as a message; null without an id, such as a comment. */
function parse(block: string): Raw | null {
  const fields: Record<string, string> = {};
  for (const line of block.split("\n")) {
    const [, name, value] = /^(\w+): ?(.*?)\r?$/.exec(line) ?? [];
    if (name) fields[name] = value ?? "";
  }
  return fields.id ? { id: fields.id, kind: fields.event ?? "", data: fields.data ?? "" } : null;
}

/** Reads one connection to its end. Throws what failed. */
async function* read(
  { baseUrl, headers, fetch }: Transport,
  lastEventId: string | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<Raw, void, undefined> {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE_MS);
  };
  heard();
  try {
    const response = await fetch(`${baseUrl}/events/stream`, {
      headers: { ...headers, accept: "text/event-stream", ...(lastEventId && { "last-event-id": lastEventId }) },
      cache: "no-store",
      signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
    });
    if (!response.ok || !response.body) throw await failureOf(response);
    const decoder = new TextDecoder();
    const reader = response.body.getReader();
    let text = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      heard();
      text += decoder.decode(part.value, { stream: true });
      const blocks = text.split(/\r?\n\r?\n/);
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const message = parse(block);
        if (message) yield message;
      }
    }
  } finally {
    clearTimeout(timer);
    // Also ends the connection of a caller who leaves the loop.
    silence.abort();
  }
}

const messageOf = ({ id, kind, data }: Raw): StreamMessage | null => {
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
      for await (const raw of read(transport, last, signal)) {
        failures = 0;
        const message = raw.data ? messageOf(raw) : null;
        if (message) yield message;
        // Only after the caller has come back for the next: what it handled while the connection was lost is not lost.
        last = raw.id;
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
