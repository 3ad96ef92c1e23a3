import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { METHODS, type Refusal, refuse, writtenRefusal } from "./refusal.ts";
import { hasStrayNul, isName, readTarget } from "./request-target.ts";

/** Time for a client to read our answer after it sent a malformed request. */
const LINGER_MS = 1_000;

const methodRefused = (method: string): Refusal => ({ status: 405, message: `Method ${method} is not allowed` });

function refusal(request: IncomingMessage): Refusal | null {
  const { method = "", headers, httpVersion } = request;
  if (!METHODS.includes(method)) return methodRefused(method);
  if (headers.host === undefined && httpVersion === "1.1") return { status: 400, message: "Missing header: Host" };
  if (!readTarget(request)) return { status: 400, message: "The target of the request is no address" };
  const { url = "" } = request;
  if (!isName(url.split("?")[0] ?? "")) return { status: 404, message: "Route not found" };
  return hasStrayNul(url) ? { status: 400, message: "The query must not contain NUL" } : null;
}

/**
 * Answers `OPTIONS *`, which asks about the server as a whole, and a malformed request with the error body of its
 * address: an unknown method, a target that names nothing, which the framework would answer with 500, and a missing
 * Host, which Node.js would refuse with an empty body. Returns false for every other request, whose target is then in
 * its one form (see `readTarget`).
 */
export function refuseMalformed(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method === "OPTIONS" && request.url === "*") {
    response.writeHead(204, { allow: METHODS.join(", ") }).end();
    return true;
  }
  const refused = refusal(request);
  if (refused) refuse(request, response, refused);
  return refused !== null;
}

/**
 * Answers with the same error body what Node.js would refuse with an empty one: a request that it cannot parse, an
 * unknown method, and CONNECT.
 */
export function answerUnparsable(server: Server): void {
  const latest = new WeakMap<Duplex, ServerResponse>();
  server.on("request", ({ socket }, response) => latest.set(socket, response));
  server.on("clientError", (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket) => {
    const response = latest.get(socket);
    const answering = response?.headersSent && !response.writableFinished;
    // Nothing can be written into an answer that has begun, nor to a client that is gone.
    if (answering || !socket.writable || error.code === "ECONNRESET") {
      socket.destroy();
      return;
    }
    const head = beginningOf(error.rawPacket);
    // Of a request whose head has arrived, the rest was malformed.
    const target = response && !response.writableFinished ? response.req.url : head.target;
    endWith(socket, parserRefusal(error.code, head.method), target);
  });
  server.on("connect", (_request, socket) => endWith(socket, methodRefused("CONNECT"), undefined));
}

/** Writes an answer to a connection without a response object, and ends it. */
function endWith(socket: Duplex, refused: Refusal, target: string | undefined): void {
  const { headers, body } = writtenRefusal(refused, target);
  const head = Object.entries({ ...headers, connection: "close" }).map((pair) => pair.join(": "));
  // The client may be gone already.
  socket.on("error", () => undefined);
  socket.end([`HTTP/1.1 ${refused.status} ${STATUS_CODES[refused.status]}`, ...head, "", body].join("\r\n"));
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** Returns what a packet says that begins like a request line: other bytes, such as those of TLS, were not meant as HTTP. */
function beginningOf(packet: Buffer | undefined): { method?: string; target?: string } {
  const line = /^(?<method>[A-Za-z][\w-]{0,30}) (?<target>\S+) HTTP\//;
  return line.exec(packet?.subarray(0, 4_096).toString("latin1") ?? "")?.groups ?? {};
}

function parserRefusal(code: string | undefined, method: string | undefined): Refusal {
  if (code === "HPE_INVALID_METHOD" && method) return methodRefused(method);
  if (code === "HPE_HEADER_OVERFLOW") return { status: 431, message: "The request's headers are too large" };
  if (code === "HPE_CHUNK_EXTENSIONS_OVERFLOW") return { status: 413, message: "The request's body is too large" };
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return { status: 408, message: "The request did not arrive in time" };
  return { status: 400, message: "The request is not valid HTTP" };
}
