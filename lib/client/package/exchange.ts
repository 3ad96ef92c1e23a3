import { failureOf, noAnswer } from "./errors.ts";
import type { Transport } from "./face.d.ts";

type Input = Readonly<Record<string, unknown>>;

/** The request of a route with its input. */
interface Built {
  method: string;
  /** Below `/v1`, with its query. */
  address: string;
  body: string | FormData | null;
}

interface ExchangeOptions {
  /** Time until the answer was read, in milliseconds. Of a file it includes the reading by the caller. */
  limitMs: number;
  /** Whether the answer is a file. */
  isFile?: boolean;
  /** Of this request, besides those of the transport. */
  headers?: Readonly<Record<string, string>>;
  /** Ends the request; it then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** Returns the body with a file as a form, whose lists and objects are JSON. */
function formOf(fields: Input): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) form.append(name, value);
    else if (value !== undefined && value !== null)
      form.append(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  }
  return form;
}

/**
 * Returns the request of a route such as `PATCH /referrals/{id}`: the fields that the path names go into it, the others
 * into the query of a GET (lists comma-separated, empty fields left out), else into the body, which is a form if one is a file. Throws a TypeError if a
 * field of the path is missing.
 */
export function requestOf(route: string, input: Input = {}): Built {
  const [method = "", path = ""] = route.split(" ");
  const rest: Record<string, unknown> = { ...input };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    if (value === undefined || value === null || value === "") throw new TypeError(`${route} needs ${name}`);
    return encodeURIComponent(String(value));
  });
  const hasFile = Object.values(rest).some((value) => value instanceof Blob);
  if (method !== "GET") return { method, address: filled, body: hasFile ? formOf(rest) : JSON.stringify(rest) };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) {
    if (value !== undefined && value !== null && value !== "") query.set(name, String(value));
  }
  return { method, address: query.size > 0 ? `${filled}?${query}` : filled, body: null };
}

/**
 * Sends a request once and returns the answer's body, or of a file the whole response. The transport says where to and
 * for whom. Throws a RecordsError, or the reason of the signal.
 */
export async function exchange(
  { baseUrl, headers, fetch }: Transport,
  { method, address, body }: Built,
  { limitMs, isFile = false, headers: further = {}, signal }: ExchangeOptions,
) {
  const sent: Record<string, string> = { ...headers, ...further, accept: isFile ? "*/*" : "application/json" };
  // Of a form, fetch names the type with its boundary.
  if (typeof body === "string") sent["content-type"] = "application/json";
  const limit = AbortSignal.timeout(limitMs);
  try {
    const response = await fetch(baseUrl + address, {
      method,
      headers: sent,
      body,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    if (!response.ok) throw await failureOf(response);
    return isFile ? response : await response.json();
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw noAnswer(error);
  }
}
