import { z } from "zod";
import { type EmrClient, type EmrRequest, type EmrResponse, emrClient } from "#lib/egress/emr-client";
import { callEmr } from "#lib/emr/http/call-emr";
import { jsonOf } from "#lib/emr/http/json";
import { retryAfterOf } from "#lib/emr/http/limits";
import { boundedWords, commonRefusalOf, statusInWords } from "#lib/emr/http/refusal";
import { unquoted } from "#lib/emr/http/unquoted";
import type { EmrCalls } from "#lib/emr/port/calls";
import { EmrError, type PassedFile } from "#lib/emr/port/port";
import { type FailureReason, statedReasons } from "#lib/kernel/failure-reasons";
import { isStorable } from "#lib/kernel/storable-text";
import type { RecordsApiConnection } from "./connection.ts";
import { multipartOf } from "./multipart.ts";

/** Statuses of a refusal that the caller of an operation gets as they are (decisions §4). */
const PASSED_ON = [400, 404, 409];

/** The remote deployment as its callers see it: JSON or files below its base URL, with the three credentials. */
export interface Remote {
  /** Returns the JSON of a read. Throws an EmrError unless the status is 2xx. */
  get(path: string, query: Record<string, string>, signal: AbortSignal): Promise<Record<string, unknown>>;
  /** Returns the whole response of any status to a read. Throws an EmrError if there is none. */
  ask(
    path: string,
    query: Record<string, string>,
    signal: AbortSignal,
    limits?: Pick<EmrRequest, "maxBytes">,
  ): Promise<EmrResponse>;
  /** Sends an operation and returns the JSON of its acceptance. Throws an EmrError unless the status is 2xx. */
  send(
    operation: {
      method: "POST" | "PATCH";
      path: string;
      body: Record<string, unknown>;
      file?: PassedFile;
      headers?: Record<string, string>;
    },
    signal: AbortSignal,
  ): Promise<Record<string, unknown>>;
  /** Deletes. Throws an EmrError unless the status is 2xx. */
  remove(path: string, signal: AbortSignal): Promise<void>;
}

/** A connection whose calls name an account by its access token, or the client alone. */
type Named = Pick<RecordsApiConnection, "base_url" | "client_id" | "client_secret"> &
  Partial<Pick<RecordsApiConnection, "access_token">>;

/** Returns the remote's own message, or its status in words. */
export function messageOf(response: EmrResponse): string {
  const message = z.string().min(1).safeParse(jsonOf(response)?.message);
  if (!message.success || !isStorable(message.data)) return statusInWords(response);
  return boundedWords(message.data);
}

/** Further fields of a refusal that a caller gets: short values alone, since their number and size are the remote's. */
const MAX_EXTRA_FIELDS = 20;
const MAX_EXTRA_LENGTH = 200;

function extraOf(response: EmrResponse): Record<string, string | number> {
  const { success: _success, message: _message, ...fields } = jsonOf(response) ?? {};
  const short = z.union([z.number(), z.string().max(MAX_EXTRA_LENGTH).refine(isStorable)]);
  const found = Object.entries(fields).flatMap(([name, value]) => {
    const { data } = short.safeParse(value);
    return data === undefined || name.length > MAX_EXTRA_LENGTH || !isStorable(name) ? [] : [[name, data] as const];
  });
  return Object.fromEntries(found.slice(0, MAX_EXTRA_FIELDS));
}

/** Pause before a remote is asked again that has lost its own login to the EMR behind it, or refuses ours. */
const LOGIN_MS = 5 * 60_000;

/** Returns whether a remote says that it has lost its own login to the EMR behind it. */
export const isLoginLost = (response: EmrResponse): boolean =>
  response.status === 403 && jsonOf(response)?.error === "login_required";

/** Returns why a request was refused, in our codes: a conflict that names overlapping times is one even without a reason. */
function reasonsOf(response: EmrResponse, message: string): readonly FailureReason[] {
  const { reasons, overlaps } = jsonOf(response) ?? {};
  const stated = statedReasons(reasons);
  if (stated.length > 0 || response.status !== 409 || !Array.isArray(overlaps)) return stated;
  return [{ code: "overlap", description: message }];
}

/** Returns the error of a response that is not 2xx. */
export function refusalOf(response: EmrResponse): EmrError {
  const { status } = response;
  const message = messageOf(response);
  if (isLoginLost(response)) {
    const lost = `The EMR has lost its login, and needs new credentials (${message})`;
    return new EmrError("passing", lost, { loginRequired: true, retryAfterMs: LOGIN_MS });
  }
  const common = commonRefusalOf(response, message);
  if (common) return common;
  // The remote still works on the same Idempotency-Key: the end of that sending is not known yet.
  if (status === 409 && "retry-after" in response.headers) {
    return new EmrError("passing", message, { retryAfterMs: retryAfterOf(response, message) });
  }
  const reasons = reasonsOf(response, message);
  if (PASSED_ON.includes(status))
    return new EmrError("validation", message, { status, extra: extraOf(response), reasons });
  // The interface refuses nothing with it: the remote may have taken the request, or another one under its key.
  if (status === 422) return new EmrError("validation", message, { notDone: false, reasons });
  return new EmrError("validation", message, { answered: status, reasons });
}

/** Returns the remote of a connection, whose calls are counted; nothing is called yet. */
export function remoteOf(
  connection: Named,
  calls: EmrCalls | null,
  client: EmrClient = emrClient({ baseUrl: connection.base_url }),
): Remote {
  const { base_url, client_id, client_secret, access_token } = connection;
  const account: Record<string, string> = access_token === undefined ? {} : { access_token };
  const credentials = { client_id, client_secret, ...account, accept: "application/json" };
  const secrets = [client_secret, ...Object.values(account)];
  const withoutSecrets = (response: EmrResponse) => unquoted(response, secrets);
  const once = (path: string, { headers, ...options }: EmrRequest): Promise<EmrResponse> =>
    callEmr({ client, calls, messageOf }, `${base_url}${path}`, {
      ...options,
      headers: { ...credentials, ...headers },
    });
  /** Whether a read that every account has is refused, too: a single 401 may be a proxy's, or this one route's. */
  const refusesAccount = async ({ signal }: EmrRequest): Promise<boolean> => {
    if (access_token === undefined) return false;
    try {
      return (await once("/settings", { ...(signal && { signal }) })).status === 401;
    } catch (error) {
      if (error instanceof EmrError) return false;
      throw error;
    }
  };
  const call = async (path: string, options: EmrRequest): Promise<EmrResponse> => {
    const response = await once(path, options);
    const kind = (options.method ?? "GET") === "GET" ? "read" : "write";
    if (response.status === 401 && calls?.login && (await refusesAccount(options))) {
      await calls.login("required", "read");
      const message = `The EMR refuses the credentials: ${messageOf(withoutSecrets(response))}`;
      throw new EmrError("passing", message, { loginRequired: true, retryAfterMs: LOGIN_MS, code: "login_required" });
    }
    if (isLoginLost(response)) await calls?.login?.("required", kind);
    else if (response.status < 300) await calls?.login?.("taken", kind);
    return response.status < 400 ? response : withoutSecrets(response);
  };
  const ask: Remote["ask"] = (path, query, signal, limits) => {
    const text = new URLSearchParams(query).toString();
    return call(text === "" ? path : `${path}?${text}`, { ...limits, signal });
  };
  const accepted = (response: EmrResponse): Record<string, unknown> => {
    if (response.status < 200 || response.status > 299) throw refusalOf(response);
    const body = jsonOf(response);
    if (body === null) throw new EmrError("passing", "The EMR's answer is not a JSON object");
    // An answer that contradicts itself: the remote may have taken the request.
    if (body.success === false)
      throw new EmrError("validation", messageOf(withoutSecrets(response)), { notDone: false });
    return body;
  };
  return {
    ask,
    get: async (path, query, signal) => accepted(await ask(path, query, signal)),
    async send({ method, path, body, file, headers }, signal) {
      const { type, content } = file
        ? multipartOf(body, file)
        : { type: "application/json", content: JSON.stringify(body) };
      return accepted(
        await call(path, { method, body: content, headers: { "content-type": type, ...headers }, signal }),
      );
    },
    async remove(path, signal) {
      const response = await call(path, { method: "DELETE", signal });
      if (response.status < 200 || response.status > 299) throw refusalOf(response);
    },
  };
}
