import type { IncomingMessage, ServerResponse } from "node:http";
import { HttpError } from "#lib/api/answer/http-error";
import { badRequest } from "#lib/kernel/domain-error";
import { bodyLimit } from "./body-limits.ts";
import { askForBody } from "./expected-continue.ts";
import { writtenRefusal } from "./refusal.ts";

/** A body has this long to arrive, and longer by its bytes at the slowest rate that we wait for. */
const BASE_MS = 10_000;
const BYTES_PER_MS = 64;

/** Time for a client that still sends to read our refusal: data left unread would make the system reset the connection. */
const LINGER_MS = 1_000;

const tooLarge = (most: number) => new HttpError(413, `The body is larger than ${most} bytes; nothing was saved`);
const tooSlow = () => new HttpError(408, "The body did not arrive in time; nothing was saved");
const cutOff = () => badRequest("The body did not arrive whole; nothing was saved");

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

const arriving = new WeakMap<IncomingMessage, ArrivingBody>();

/**
 * Watches one request's body while it arrives. It counts what the parser pushes into the request, so that it holds for
 * whatever reads the body, and a chunk over the limit is dropped before anything keeps it.
 */
class ArrivingBody {
  readonly whole: Promise<void>;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #most: number;
  readonly #since = performance.now();
  #timer: NodeJS.Timeout;
  #bytes = 0;
  #streamed = false;
  refused: HttpError | null = null;

  constructor(request: IncomingMessage, response: ServerResponse, most: number) {
    this.#request = request;
    this.#response = response;
    this.#most = most;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.whole = promise;
    const push = request.push.bind(request);
    request.push = (chunk: Buffer | null) => {
      if (this.refused) return true;
      if (chunk === null) {
        clearTimeout(this.#timer);
        resolve();
        return push(null);
      }
      this.#bytes += chunk.byteLength;
      if (this.#bytes > this.#most) {
        this.refuse(tooLarge(this.#most));
        return true;
      }
      // Until the body is whole nobody reads it, and it is no longer than the limit.
      return push(chunk) || !this.#streamed;
    };
    this.#timer = setTimeout(() => this.#judgePace(), BASE_MS);
    request.once("close", () => clearTimeout(this.#timer));
  }

  /** From now on, the parser waits while the reader has enough. */
  stream(): void {
    this.#streamed = true;
  }

  #judgePace(): void {
    const { readableLength, readableHighWaterMark } = this.#request;
    const isOurs = readableLength >= readableHighWaterMark && !this.#response.writableEnded;
    const left = BASE_MS + this.#bytes / BYTES_PER_MS - (performance.now() - this.#since);
    // While the reader has enough, it is our own work that lasts.
    if (isOurs || left > 0) this.#timer = setTimeout(() => this.#judgePace(), isOurs ? BASE_MS : left);
    else this.refuse(tooSlow());
  }

  /** Answers with a refusal, unless another answer has begun, and closes the connection. */
  refuse(error: HttpError): void {
    clearTimeout(this.#timer);
    this.refused = error;
    const { socket } = this.#request;
    if (this.#response.headersSent) {
      if (this.#response.writableEnded) socket.destroySoon();
      else socket.destroy();
      return;
    }
    const { headers, body } = writtenRefusal(error, this.#request.url);
    // Its length ends the answer for the client; the connection stays until the client has had time to read it.
    this.#response.writeHead(error.status, { ...headers, connection: "close" });
    this.#response.write(body);
    setTimeout(() => {
      this.#response.end();
      this.#request.destroy(error);
    }, LINGER_MS).unref();
  }
}

/**
 * Limits a request's body by its address, in bytes and in time (decisions §4): 413 or 408, and the connection is closed.
 * Returns false if its head already says that it is too large; nobody else may answer it then.
 */
export function limitBody(request: IncomingMessage, response: ServerResponse): boolean {
  if (!hasBody(request)) return true;
  const most = bodyLimit(request.url?.split("?")[0] ?? "");
  const body = new ArrivingBody(request, response, most);
  arriving.set(request, body);
  if (Number(request.headers["content-length"] ?? 0) <= most) return true;
  body.refuse(tooLarge(most));
  return false;
}

/** Resolves once a request's body has arrived whole; never, if it was refused. Undefined for a request without one. */
export const wholeBody = (request: IncomingMessage): Promise<void> | undefined => arriving.get(request)?.whole;

/** Asks the client for the body, if it waits for that, and returns the same as `wholeBody`. */
export function awaitBody(request: IncomingMessage): Promise<void> | undefined {
  const whole = wholeBody(request);
  if (whole) askForBody(request);
  return whole;
}

/** Yields a request's body as it arrives. Throws if it was refused or the client left. */
export async function* arrivingBody(request: IncomingMessage): AsyncGenerator<Uint8Array, void, undefined> {
  askForBody(request);
  try {
    // A handler that stops reading still answers over this connection.
    yield* request.iterator({ destroyOnReturn: false });
  } catch {
    throw arriving.get(request)?.refused ?? cutOff();
  }
}

/** Lets a handler read a request's body while it arrives. */
export const streamBody = (request: IncomingMessage): void => arriving.get(request)?.stream();
