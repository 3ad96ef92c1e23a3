import { noAnswer } from "#lib/client/package/errors";
import { exchange, requestOf } from "#lib/client/package/exchange";
import type { AnswerOf, InputOf, Route } from "./routes.ts";
import { transportTo } from "./transport.ts";

/** Time limit of a request, longer than any read or acceptance takes. */
const DEADLINE_MS = 20_000;
/** Time limit of a file's way, which may be large on a slow connection. */
const FILE_DEADLINE_MS = 300_000;

export interface CallOptions {
  idempotencyKey?: string | undefined;
  /** The record's `etag` as the person has seen it: the change is refused with 412 once it has another. */
  ifMatch?: string | undefined;
  /** Seconds for which an operation's job is held before it is sent. */
  holdSeconds?: number | undefined;
  /** Id of the assistant's draft that an operation sends. */
  draftId?: string | undefined;
  /** Id of the failed job that an operation corrects. */
  correctsId?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Time limit in milliseconds, for a request that takes longer than others. */
  deadlineMs?: number | undefined;
}

const headersOf = ({
  idempotencyKey,
  ifMatch,
  holdSeconds,
  draftId,
  correctsId,
}: CallOptions): Record<string, string> => ({
  ...(idempotencyKey && { "idempotency-key": idempotencyKey }),
  ...(ifMatch !== undefined && { "if-match": ifMatch }),
  ...(holdSeconds && { "x-hold-seconds": String(holdSeconds) }),
  ...(draftId && { "x-draft": draftId }),
  ...(correctsId && { "x-corrects-job": String(correctsId) }),
});

/**
 * Calls the JSON route of a definition for one linked account and returns the response's body, by the code of the typed
 * client. Retries and pages are left to the query cache. Throws an ApiFailure, or the reason of the signal.
 */
export async function callDefined<Body>(
  accountId: string,
  route: string,
  input: object,
  options: CallOptions = {},
): Promise<Body> {
  const request = requestOf(route, { ...input });
  return exchange(transportTo(accountId), request, {
    limitMs: options.deadlineMs ?? (request.body instanceof FormData ? FILE_DEADLINE_MS : DEADLINE_MS),
    headers: headersOf(options),
    signal: options.signal,
  });
}

/** Calls a JSON route of `/v1` and returns the response's body. Throws like `callDefined`. */
export const call = <Asked extends Route>(
  accountId: string,
  route: Asked,
  input: InputOf<Asked>,
  options?: CallOptions,
): Promise<AnswerOf<Asked>> => callDefined(accountId, route, input, options);

/** Like `call`, with the values of a form, which the route's own schema has validated. */
export const submit = <Asked extends Route>(
  accountId: string,
  route: Asked,
  values: Record<string, unknown>,
  options?: CallOptions,
): Promise<AnswerOf<Asked>> => callDefined(accountId, route, values, options);

type FileRoute = { [Each in Route]: AnswerOf<Each> extends Response ? Each : never }[Route];

/** Returns a whole file of `/v1` with its response headers. Throws like `callDefined`. */
export async function callFile<Asked extends FileRoute>(
  accountId: string,
  route: Asked,
  input: InputOf<Asked>,
  signal?: AbortSignal,
): Promise<{ blob: Blob; headers: Headers }> {
  const options = { limitMs: FILE_DEADLINE_MS, isFile: true, signal };
  const response: Response = await exchange(transportTo(accountId), requestOf(route, { ...input }), options);
  const blob = await response.blob().catch((error) => {
    throw signal?.aborted ? error : noAnswer(error);
  });
  return { blob, headers: response.headers };
}
