import { Readable } from "node:stream";
import { type Agent, type Dispatcher, request } from "undici";
import { brand } from "#lib/kernel/brand";
import { environment } from "#lib/kernel/environment";
import { singleton } from "#lib/kernel/singleton";
import { type Tracing, tracing } from "#lib/kernel/tracing";
import { isUnsent, makeAgent, TargetRefused } from "./agent.ts";
import { authoritiesOf } from "./authorities.ts";
import { emrTargets } from "./policies.ts";
import { checkTarget, type TargetPolicy } from "./target.ts";
import { unpacked } from "./unpacked.ts";
import { within } from "./within.ts";

/** Deadline from the name's lookup to the last byte of the body. */
const DEADLINE_MS = 30_000;
const MEGABYTE = 1024 * 1024;
const MAX_ANSWER_BYTES = 16 * MEGABYTE;
/** Bytes of a refusal that are read: its words stand at its beginning. */
const MAX_REFUSAL_BYTES = MEGABYTE / 4;
/** Longest value of a header that is read; an address is far shorter. */
const MAX_HEADER_LENGTH = 4_096;

/**
 * Thrown if a request to an EMR has no complete answer. `refused`: its address must not be dialled. `timed_out`: the
 * deadline passed. `aborted`: the caller's signal ended it. `too_large`: the body exceeds its limit. `failed`: the
 * connection broke or was never made. The message names no address and quotes nothing.
 */
export class EmrUnanswered extends Error {
  static {
    brand(EmrUnanswered, "EmrUnanswered");
  }

  readonly kind: "refused" | "timed_out" | "aborted" | "too_large" | "failed";
  /** False if certainly nothing of the request was sent. */
  readonly sent: boolean;

  constructor(kind: EmrUnanswered["kind"], message: string, sent: boolean) {
    super(message);
    this.name = "EmrUnanswered";
    this.kind = kind;
    this.sent = sent;
  }
}

/** A file that is sent as it is read, so that no process holds it whole. */
export interface EmrFileBody {
  /** Bytes. */
  size: number;
  /** Yields the file from its beginning. */
  parts(): AsyncIterable<Uint8Array>;
}

export interface EmrRequest {
  method?: Dispatcher.HttpMethod;
  /** Sent to the linked origin and its token address alone, so they may carry credentials. */
  headers?: Record<string, string>;
  body?: string | EmrFileBody;
  signal?: AbortSignal;
  deadlineMs?: number;
  maxBytes?: number;
  /** True if a body that exceeds `maxBytes` is left out of the response: its status and headers say enough. */
  mayLackBody?: true;
}

/** A whole response of any status. A redirect is a response too: none is followed. */
export interface EmrResponse {
  status: number;
  /** By lower-case name. */
  headers: Record<string, string>;
  body: Buffer;
}

/** Sends one request to the EMR. Throws an EmrUnanswered. */
export type EmrClient = (url: string | URL, options?: EmrRequest) => Promise<EmrResponse>;

/** Returns the connections to linked EMRs, which all requests of this process share. */
export const emrAgent = (): Agent =>
  singleton(
    "emr-agent",
    () => makeAgent({ policy: emrTargets(), authorities: authoritiesOf(environment().EMR_CA_FILE) }),
    (agent) => agent.destroy(),
  );

const shownSize = (bytes: number): string =>
  bytes % MEGABYTE === 0 ? `${bytes / MEGABYTE} MB` : `${bytes.toLocaleString("en-US")} bytes`;

const tooLarge = (maxBytes: number) =>
  new EmrUnanswered("too_large", `The EMR's answer is larger than ${shownSize(maxBytes)}`, true);

/** Returns a body of at most `maxBytes`, or "too_large". */
async function readWhole(
  body: Dispatcher.ResponseData["body"],
  maxBytes: number,
): Promise<Buffer<ArrayBuffer> | "too_large"> {
  // Leaving the loop early destroys the body, which then emits an error.
  body.on("error", () => undefined);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += (chunk as Uint8Array).byteLength;
    if (size > maxBytes) return "too_large";
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks, size);
}

/** Returns the headers by name, without overlong ones. */
export const joined = (headers: Dispatcher.ResponseData["headers"]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      const text = [value ?? []].flat().join(", ");
      return value === undefined || text.length > MAX_HEADER_LENGTH ? [] : [[name, text]];
    }),
  );

/** Returns the content of a response's body; of a refusal that is too large nothing, since its status says enough. */
export async function contentOf(
  { statusCode, body }: Dispatcher.ResponseData,
  encoding: string | undefined,
  most: number,
  mayBeLeftOut = false,
): Promise<Buffer> {
  const isRefusal = statusCode >= 400;
  const maxBytes = isRefusal ? Math.min(most, MAX_REFUSAL_BYTES) : most;
  const packed = await readWhole(body, maxBytes);
  const content = packed === "too_large" ? packed : await unpacked(packed, encoding, maxBytes);
  if (content !== "too_large") return content;
  if (isRefusal || mayBeLeftOut) return Buffer.alloc(0);
  throw tooLarge(maxBytes);
}

/** Returns the headers and the body of a request; those of a file with its length, as it comes in parts. */
function bodyOf({ headers = {}, body }: EmrRequest) {
  if (body === undefined || typeof body === "string") return { headers, body: body ?? null };
  const content = Readable.from(body.parts(), { objectMode: false });
  return { headers: { ...headers, "content-length": String(body.size) }, body: content };
}

async function exchange(
  url: URL,
  options: EmrRequest,
  dispatcher: Dispatcher,
  signal: AbortSignal,
): Promise<EmrResponse> {
  const response = await request(url, {
    dispatcher,
    signal,
    method: options.method ?? "GET",
    ...bodyOf(options),
    // The deadline covers headers and body.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const headers = joined(response.headers);
  const { maxBytes = MAX_ANSWER_BYTES, mayLackBody = false } = options;
  const body = await contentOf(response, headers["content-encoding"], maxBytes, mayLackBody);
  return { status: response.statusCode, headers, body };
}

/** Returns the error of a request without a complete answer, which names no address and quotes nothing. */
export function unanswered(error: unknown, deadline: AbortSignal, caller: AbortSignal | undefined): EmrUnanswered {
  if (error instanceof EmrUnanswered) return error;
  if (error instanceof TargetRefused) return new EmrUnanswered("refused", `The EMR's address ${error.message}`, false);
  const sent = !isUnsent(error);
  if (caller?.aborted) return new EmrUnanswered("aborted", "The request to the EMR was ended", sent);
  if (deadline.aborted) return new EmrUnanswered("timed_out", "The EMR did not answer in time", sent);
  // The error's text may quote the request, its code does not.
  const { code } = error as { code?: unknown };
  const shown = typeof code === "string" && /^[A-Z0-9_]+$/.test(code) ? ` (${code})` : "";
  return new EmrUnanswered(
    "failed",
    sent ? `The connection to the EMR broke${shown}` : `No connection to the EMR${shown}`,
    sent,
  );
}

/** Sends a request in a span of its own, which the EMR is told. The address may name a patient and is left out. */
function askTraced(on: Tracing, ask: EmrClient, address: string | URL, options: EmrRequest): Promise<EmrResponse> {
  const { method = "GET", headers } = options;
  const span = on.start({ name: `EMR ${method}`, kind: "client", attributes: { "http.request.method": method } });
  return span.around(async () => {
    const response = await ask(address, { ...options, headers: { ...headers, traceparent: span.traceparent } });
    span.set({ "http.response.status_code": response.status });
    if (response.status >= 400) span.fail(String(response.status));
    return response;
  });
}

/** The origin of a linked EMR, and the one further address that may get credentials. */
export interface LinkedEmr {
  baseUrl: string;
  tokenUrl?: string;
}

/** Throws an EmrUnanswered for an address that leads away from the linked EMR, or must not be dialled. */
export function allowedTarget(address: string | URL, linked: LinkedEmr, policy: TargetPolicy): URL {
  const url = URL.parse(address);
  const tokenUrl = linked.tokenUrl === undefined ? null : new URL(linked.tokenUrl).href;
  if (url === null || (url.origin !== new URL(linked.baseUrl).origin && url.href !== tokenUrl))
    throw new EmrUnanswered("refused", "The address leads away from the linked EMR", false);
  const refusal = checkTarget(url.href, policy);
  if (refusal) throw new EmrUnanswered("refused", `The EMR's address ${refusal}`, false);
  return url;
}

/**
 * Returns a client for one linked EMR (decisions §12). It sends requests to the origin of `baseUrl` and to exactly
 * `tokenUrl`; any other address, such as a `next` link that leads elsewhere, is refused before it is dialled, so that
 * credentials never reach it. Every address is checked when it is dialled.
 */
export function emrClient(
  linked: LinkedEmr,
  { policy = emrTargets(), dispatcher }: { policy?: TargetPolicy; dispatcher?: Dispatcher } = {},
): EmrClient {
  const ask: EmrClient = async (address, options = {}) => {
    const url = allowedTarget(address, linked, policy);
    if (options.signal?.aborted) throw new EmrUnanswered("aborted", "The request to the EMR was ended", false);
    const deadline = AbortSignal.timeout(options.deadlineMs ?? DEADLINE_MS);
    const signal = options.signal ? AbortSignal.any([deadline, options.signal]) : deadline;
    try {
      return await within(signal, exchange(url, options, dispatcher ?? emrAgent(), signal));
    } catch (error) {
      throw unanswered(error, deadline, options.signal);
    }
  };
  return (address, options = {}) => {
    const on = tracing();
    return on && on.current() !== null ? askTraced(on, ask, address, options) : ask(address, options);
  };
}
