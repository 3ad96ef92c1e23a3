import { Agent, get, type IncomingMessage } from "node:http";
import type { DemoFile } from "#lib/launcher/demo-file";
import { apiHeaders } from "./credentials.ts";

/** An open GET /events/stream of the demo's first account. */
export interface OpenStream {
  /** Ids of the messages received so far, in order. */
  ids: string[];
  /** Returns how many of the messages were receipts of webhooks. */
  receipts(): number;
  /** The stream's initial id, before any message. */
  start: string;
  /** Resolves once the message with this id has arrived, or the stream has ended. */
  received(id: string): Promise<void>;
  /** Resolves once the stream has ended. */
  ended: Promise<void>;
  drop(): void;
}

// Each stream uses a separate connection, as separate browsers do.
const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });

/** Opens a stream after `lastEventId`, or from the next message. Resolves with its first bytes. */
export const openStream = (demo: DemoFile, lastEventId?: string): Promise<OpenStream> =>
  openStreamAt(`${demo.base_url}/events/stream`, apiHeaders(demo), lastEventId);

/** Opens the stream at a URL after `lastEventId`, or from the next message. Resolves with its first bytes. */
export function openStreamAt(
  url: string,
  credentials: Record<string, string>,
  lastEventId?: string,
): Promise<OpenStream> {
  const headers = { ...credentials, ...(lastEventId ? { "last-event-id": lastEventId } : {}) };
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers }, (response) => {
      if (response.statusCode === 200) read(response, () => request.destroy()).then(resolve, reject);
      else reject(new Error(`The stream was answered ${response.statusCode}`));
    });
    request.on("error", reject);
  });
}

function read(response: IncomingMessage, drop: () => void): Promise<OpenStream> {
  const opened = Promise.withResolvers<OpenStream>();
  const atEnd = Promise.withResolvers<void>();
  const ids: string[] = [];
  const waiting = new Map<string, () => void>();
  let receipts = 0;
  let ended = false;
  let rest = "";
  const take = (block: string) => {
    const id = /^id: (\d+)$/m.exec(block)?.[1];
    if (!id) return;
    if (!block.includes("\ndata: ")) {
      const received = (wanted: string) =>
        new Promise<void>((resolve) => {
          if (ended || ids.includes(wanted)) resolve();
          else waiting.set(wanted, resolve);
        });
      opened.resolve({ ids, receipts: () => receipts, start: id, received, ended: atEnd.promise, drop });
      return;
    }
    ids.push(id);
    if (block.includes("\nevent: event\n")) receipts++;
    waiting.get(id)?.();
  };
  response.setEncoding("utf8");
  response.on("data", (chunk: string) => {
    rest += chunk;
    const blocks = rest.split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) take(block);
  });
  const end = () => {
    ended = true;
    atEnd.resolve();
    for (const wake of waiting.values()) wake();
    opened.reject(new Error("The stream ended before its first bytes"));
  };
  response.on("close", end);
  response.on("error", end);
  return opened.promise;
}
