import { authorizedFetch } from "#lib/browser/session/authority";
import type { FieldError } from "#lib/kernel/field-error";
import { ApiFailure } from "./api-failure.ts";
import type { PathOf } from "./interface-path.ts";

/** Time limit of a request, longer than any read or acceptance takes. */
const DEADLINE_MS = 20_000;
/** Time limit of a file download, which may be large on a slow connection. */
const FILE_DEADLINE_MS = 300_000;

export interface CallOptions {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Null, empty and undefined values are left out. */
  query?: Record<string, string | number | null | undefined>;
  body?: Record<string, unknown>;
  idempotencyKey?: string;
  /** Seconds for which an operation's job is held before it is sent. */
  holdSeconds?: number;
  /** Id of the assistant's draft that an operation sends. */
  draftId?: string;
  signal?: AbortSignal;
  /** Time limit, for a request that takes longer than others. */
  deadlineMs?: number;
}

/** Returns the URL of a route below `/v1` with its query. */
function addressOf(path: string, query: CallOptions["query"]): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== "") parameters.set(name, String(value));
  }
  return parameters.size > 0 ? `/v1${path}?${parameters}` : `/v1${path}`;
}

/** Every field is optional, because a proxy's error has none of them. */
interface ErrorBody {
  message?: unknown;
  errors?: FieldError[];
  job_execution_id?: unknown;
}

async function failureOf(response: Response): Promise<ApiFailure> {
  const body = (await response.json().catch(() => null)) as ErrorBody | null;
  const message = typeof body?.message === "string" ? body.message : `The server answered ${response.status}`;
  const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
  const jobId = body?.job_execution_id === undefined ? null : Number(body.job_execution_id);
  return new ApiFailure(response.status, message, {
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : null,
    jobId,
    errors: Array.isArray(body?.errors) ? body.errors : [],
  });
}

/**
 * Calls `/v1` for one linked account (decisions §2): the session cookie or an embedded view's token identifies the
 * user, the `X-Linked-Account` header the account. Returns the result of `read`; throws an ApiFailure, or the abort of
 * the signal.
 */
async function ask<Result>(
  accountId: string,
  path: string,
  options: CallOptions & { accept: string; deadlineMs: number },
  read: (response: Response) => Promise<Result>,
): Promise<Result> {
  const headers: Record<string, string> = { accept: options.accept, "x-linked-account": accountId };
  if (options.body) headers["content-type"] = "application/json";
  if (options.idempotencyKey) headers["idempotency-key"] = options.idempotencyKey;
  if (options.draftId) headers["x-draft"] = options.draftId;
  if (options.holdSeconds) headers["x-hold-seconds"] = String(options.holdSeconds);
  const deadline = AbortSignal.timeout(options.deadlineMs);
  try {
    const response = await authorizedFetch(addressOf(path, options.query), {
      method: options.method ?? "GET",
      headers,
      body: options.body ? JSON.stringify(options.body) : null,
      cache: "no-store",
      signal: options.signal ? AbortSignal.any([options.signal, deadline]) : deadline,
    });
    if (!response.ok) throw await failureOf(response);
    return await read(response);
  } catch (error) {
    if (error instanceof ApiFailure || options.signal?.aborted) throw error;
    throw new ApiFailure(0, "No answer from the server");
  }
}

/** Calls the JSON route of a definition, whose path is filled in, and returns the response's body. Throws like `ask`. */
export const callDefined = <Body>(accountId: string, path: string, options: CallOptions = {}): Promise<Body> =>
  ask(
    accountId,
    path,
    { deadlineMs: DEADLINE_MS, ...options, accept: "application/json" },
    async (response) => (await response.json()) as Body,
  );

type Method = NonNullable<CallOptions["method"]>;

/** A path of the interface, and the options of a call with a method that it has. */
type Asked =
  | [path: PathOf<"GET">, options?: CallOptions & { method?: "GET" }]
  | { [Each in Method]: [path: PathOf<Each>, options: CallOptions & { method: Each }] }[Method];

/** Calls a JSON route of `/v1` and returns the response's body. Throws like `ask`. */
export const call = <Body>(accountId: string, ...[path, options]: Asked): Promise<Body> =>
  callDefined<Body>(accountId, path, options);

/** Returns a whole file of `/v1` with its response headers. Throws like `ask`. */
export const callFile = (
  accountId: string,
  path: PathOf<"GET">,
  signal?: AbortSignal,
): Promise<{ blob: Blob; headers: Headers }> =>
  ask(
    accountId,
    path,
    { accept: "*/*", deadlineMs: FILE_DEADLINE_MS, ...(signal && { signal }) },
    async (response) => ({ blob: await response.blob(), headers: response.headers }),
  );
