import { failureOf } from "./errors.ts";
import type { Transport } from "./face.d.ts";

/** The stream sends a comment every 15 seconds: after this time without a byte the connection is lost. */
const SILENCE_MS = 40_000;

/** A block of the stream as it came. Without `data` it is the stream's position. */
export interface Block {
  id: string;
  kind: string;
  data: string;
  /** Milliseconds that the server wants before the next connection; null if it does not say. */
  retryMs: number | null;
}

export interface ConnectionOptions {
  /** The id after which the stream goes on; without one it begins now. */
  lastEventId?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Called when the server has accepted the connection. */
  onOpen?: () => void;
}

/** Returns a block of lines; null for a comment. The server sends each field in one line. */
function parse(block: string): Block | null {
  const fields: Record<string, string> = {};
  for (const line of block.split("\n")) {
    const [, name, value] = /^(\w+): ?(.*?)\r?$/.exec(line) ?? [];
    if (name) fields[name] = value ?? "";
  }
  const { id = "", event = "", data = "", retry } = fields;
  return id || retry ? { id, kind: event, data, retryMs: retry ? Number(retry) : null } : null;
}

/** Reads one connection of the stream to its end. Throws what failed: a RecordsError if it was refused. */
export async function* connect(
  { baseUrl, headers, fetch }: Transport,
  { lastEventId, signal, onOpen }: ConnectionOptions,
): AsyncGenerator<Block, void, undefined> {
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
      signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
    });
    if (!response.ok || !response.body) throw await failureOf(response);
    onOpen?.();
    const decoder = new TextDecoder();
    const reader = response.body.getReader();
    let text = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      heard();
      text += decoder.decode(part.value, { stream: true });
      const blocks = text.split(/\r?\n\r?\n/);
      text = blocks.pop() ?? "";
      for (const each of blocks) {
        const block = parse(each);
        if (block) yield block;
      }
    }
  } finally {
    clearTimeout(timer);
    // Also ends the connection of a caller who leaves the loop.
    silence.abort();
  }
}
