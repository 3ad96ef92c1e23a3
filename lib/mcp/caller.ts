import { CALLER_ADDRESS_HEADER } from "#lib/api/request/peer";
import type { HttpRequest } from "#lib/kernel/http-request";
import type { Principal } from "#lib/kernel/principal";

/** The caller of one message, who was identified and counted. */
export interface Caller {
  principal: Principal;
  /** The request that carries the message. */
  request: HttpRequest;
}

interface Asked {
  method: "GET" | "POST";
  /** Path and query below the server's origin. */
  path: string;
  /** A JSON body; none by default. */
  body?: Record<string, unknown>;
}

async function* once(bytes: Uint8Array) {
  yield bytes;
}

/**
 * Returns the request for an endpoint that a message asks for: it comes from the same address as the message, and carries
 * none of its headers, so that a tool's arguments are all that the endpoint sees.
 */
export function requestOf({ request }: Caller, { method, path, body }: Asked): HttpRequest {
  const address = request.headers.get(CALLER_ADDRESS_HEADER);
  const headers = new Headers(address === null ? {} : { [CALLER_ADDRESS_HEADER]: address });
  if (body) headers.set("content-type", "application/json");
  return {
    method,
    url: new URL(path, request.url).href,
    headers,
    signal: request.signal,
    body: body ? once(new TextEncoder().encode(JSON.stringify(body))) : null,
  };
}
