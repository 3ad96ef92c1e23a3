import type { IncomingMessage, ServerResponse } from "node:http";
import type { HttpRequest } from "#lib/kernel/http-request";
import { arrivingBody } from "#lib/server/arriving-body";

const WITHOUT_BODY = new Set(["GET", "HEAD"]);

/** A request of `node:http` for a handler. Its parts are made on demand: a whole Request costs more than most handlers. */
export class IncomingRequest implements HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  #headers: Headers | null = null;
  #signal: AbortSignal | null = null;

  /** `origin` is the server's own: what a caller sent as Host does not become part of the URL. */
  constructor(incoming: IncomingMessage, outgoing: ServerResponse, origin: string) {
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    this.method = incoming.method ?? "GET";
    this.url = origin + (incoming.url ?? "/");
  }

  get headers(): Headers {
    this.#headers ??= headersOf(this.#incoming);
    return this.#headers;
  }

  /** Aborted if the client disconnects before the response was sent. */
  get signal(): AbortSignal {
    if (this.#signal) return this.#signal;
    const controller = new AbortController();
    const outgoing = this.#outgoing;
    const abort = () => {
      if (!outgoing.writableFinished) controller.abort();
    };
    if (outgoing.destroyed) abort();
    else outgoing.once("close", abort);
    this.#signal = controller.signal;
    return this.#signal;
  }

  get body(): AsyncIterable<Uint8Array> | null {
    return WITHOUT_BODY.has(this.method) ? null : arrivingBody(this.#incoming);
  }
}

/** Returns the headers of a request. The Fetch standard joins the values of a repeated one. */
function headersOf({ headers }: IncomingMessage): Headers {
  const made = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const each of [value ?? []].flat()) made.append(name, each);
  }
  return made;
}
