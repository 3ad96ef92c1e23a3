import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { constants, gzip, zstdCompress } from "node:zlib";
import { ANSWER_LENGTH_HEADER } from "#lib/api/answer/answer-length";
import { type JsonText, jsonOf } from "#lib/api/answer/json-text";
import { sseOf } from "#lib/stream/sse";
import { sendEvents } from "./send-events.ts";

/** The ways to compress a body, the better one first. Their speed matters more here than the last bytes. */
const ENCODINGS: Record<string, (bytes: Buffer) => Promise<Buffer>> = {
  zstd: (bytes) => promisify(zstdCompress)(bytes),
  gzip: (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_SPEED }),
};

/** Returns the encoding to use: the first of ours that the client accepts (RFC 9110, section 12.5.3). */
function encodingFor({ headers }: IncomingMessage): string | undefined {
  const accepted = headers["accept-encoding"];
  if (typeof accepted !== "string") return undefined;
  const refused = /;\s*q=0(\.0*)?\s*$/;
  const names = accepted.split(",").filter((each) => !refused.test(each));
  const offered = new Set(names.map((each) => each.split(";")[0]?.trim().toLowerCase()));
  return Object.keys(ENCODINGS).find((name) => offered.has(name));
}

/** Returns whether a response of this kind is compressed for clients that accept it, which its `Vary` says. */
const isCompressible = ({ headers }: Response): boolean =>
  headers.get("content-type")?.startsWith("application/json") === true &&
  headers.get("cache-control")?.includes("no-transform") !== true;

/** Sends a body that is known as bytes, compressed if `encoding` names how. */
async function sendJson(outgoing: ServerResponse, body: JsonText, encoding: string | undefined): Promise<void> {
  const compress = encoding === undefined ? undefined : ENCODINGS[encoding];
  if (encoding === undefined || !compress) {
    outgoing.end(body.bytes);
    return;
  }
  outgoing.removeHeader(ANSWER_LENGTH_HEADER);
  outgoing.setHeader("content-encoding", encoding);
  outgoing.end(await body.encoded(encoding, compress));
}

/** Sends a body as the client reads it. Cancels the rest if the client disconnects. */
async function sendStream(outgoing: ServerResponse, body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body.getReader();
  // `cancel` reaches a source that waits for its next part.
  const cancel = () => void reader.cancel().catch(() => undefined);
  outgoing.once("close", cancel);
  outgoing.flushHeaders();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (outgoing.destroyed) return;
      if (!outgoing.write(part.value)) await drained(outgoing);
    }
    outgoing.end();
  } catch {
    // The status is sent: only a cut connection says that the body is not whole.
    outgoing.destroy();
  } finally {
    outgoing.off("close", cancel);
  }
}

/** Waits until a response takes more bytes, or is closed. */
const drained = (outgoing: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      outgoing.off("drain", done);
      outgoing.off("close", done);
      resolve();
    };
    outgoing.once("drain", done);
    outgoing.once("close", done);
  });

/** Sends a handler's response over `node:http`, unless the request was refused while the handler was at work. */
export async function sendResponse(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  response: Response,
): Promise<void> {
  if (outgoing.headersSent) return response.body?.cancel();
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) {
    if (name === "set-cookie") outgoing.appendHeader(name, value);
    else outgoing.setHeader(name, value);
  }
  const compressible = isCompressible(response);
  if (compressible) outgoing.appendHeader("vary", "Accept-Encoding");
  const json = jsonOf(response);
  if (json) return sendJson(outgoing, json, compressible ? encodingFor(incoming) : undefined);
  const events = sseOf(response);
  if (events) return sendEvents(outgoing, events);
  if (response.body) return sendStream(outgoing, response.body);
  outgoing.end();
}
