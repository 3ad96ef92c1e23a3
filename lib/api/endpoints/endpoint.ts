import "#lib/changes/teller";
import { errorResponse, jsonResponse } from "#lib/api/answer/error-response";
import { HttpError } from "#lib/api/answer/http-error";
import type { JsonText } from "#lib/api/answer/json-text";
import { authenticate } from "#lib/api/identity/authenticate";
import { assertAnswerWithin, assertOnePatient, keepWithin } from "#lib/api/identity/embed-limits";
import { identify } from "#lib/api/identity/identify";
import { CALLER_ADDRESS_HEADER } from "#lib/api/request/peer";
import { readPreconditions, refuseUntagged } from "#lib/api/request/preconditions";
import { countRequest } from "#lib/api/request/rate-limit";
import type { EmbedLimit } from "#lib/definitions/embed-limit";
import { readJsonObject } from "#lib/kernel/body";
import { present } from "#lib/kernel/clock";
import { DomainError, forbidden } from "#lib/kernel/domain-error";
import type { HttpRequest } from "#lib/kernel/http-request";
import type { Principal } from "#lib/kernel/principal";
import { isStorable } from "#lib/kernel/storable-text";
import { type AuditEntry, auditRead, noteAudit } from "#lib/security/audit/audit-log";
import { ALONE_PERMISSIONS } from "#lib/security/permissions";
import { traceable } from "./traceable.ts";

export interface Call {
  request: HttpRequest;
  url: URL;
  /** The variable parts of the path, by name. */
  params: Record<string, string>;
  principal: Principal;
  /** The audit entry of this request. The handler completes it and writes it with its changes. */
  audit: AuditEntry;
  /** Returns the JSON body, and judges the caller again: a body may come long after its head. Throws as both do. */
  body(): Promise<Record<string, unknown>>;
  /** Judges the caller again, after work that may have taken long. Throws 401 or 403. */
  judgeAgain(): Promise<void>;
}

/** A route's result: a JSON body, or its text, with its status; or a complete response, such as a stream. */
export type Answer =
  | { status: number; body: Record<string, unknown> | JsonText; headers?: Record<string, string> }
  | Response;

export interface Endpoint {
  /** Method and route template, such as `GET /jobs/{job_id}`. */
  route: string;
  permission: string;
  /** Whether an API client may call it without an access token; it always may where the permission is that of linking. */
  alone?: true | undefined;
  /** How the route limits an embedded view to its one patient or job. */
  embed: EmbedLimit;
  /**
   * Place in which a success is audited: `handler` in the handler's transaction, `after` before a read of patient data is
   * answered, `none` for routes that concern no patient.
   */
  audit: "handler" | "after" | "none";
  /** True if the handler judges the `If-Match` and, of a write, the `If-None-Match` of a request. */
  conditional?: true;
  handle(call: Call): Promise<Answer>;
}

const MAX_NAME_LENGTH = 200;

/** Returns a name from a request in a form that the audit log can store; null if there is none. */
const nameOf = (given: string | null | undefined): string | null =>
  given && isStorable(given) ? given.slice(0, MAX_NAME_LENGTH).toWellFormed() : null;

/**
 * Returns the record and the patient that a URL names: the record by its path, the patient by the path or the query.
 */
const namedBy = (params: Record<string, string>, url: URL) => ({
  resource: nameOf(Object.values(params)[0]),
  patientMrn: nameOf(params.mrn ?? url.searchParams.get("patient_mrn")),
});

/** The framework passes no `params` if the path has no variable part. */
type RouteHandler = (
  request: HttpRequest,
  context: { params: Promise<Record<string, string> | undefined> },
) => Promise<Response>;

/** Returns the response to HEAD: that of GET without its body. */
async function headOf(response: Response): Promise<Response> {
  await response.body?.cancel();
  return new Response(null, { status: response.status, headers: response.headers });
}

const isRead = ({ method }: HttpRequest): boolean => method === "GET" || method === "HEAD";

/** Writes the audit entry of a read. If that fails, a streaming answer is ended. */
async function auditBefore(answer: Answer, entry: AuditEntry): Promise<void> {
  try {
    await auditRead(entry);
  } catch (error) {
    if (answer instanceof Response) await answer.body?.cancel();
    throw error;
  }
}

/** A request whose caller is known and was counted. */
interface Identified {
  request: HttpRequest;
  params: Record<string, string>;
  principal: Principal;
  /** Identifies the caller once more. */
  identifyAgain: () => Promise<Principal>;
  /** Headers of every answer, such as those of the rate limit. */
  headers: Record<string, string>;
}

/**
 * Answers an identified caller's request, in this order: permission, embedded view's limit, handler, audit entry. Every
 * failure becomes the error body of interface section 7.
 */
export async function answerTo(
  definition: Endpoint,
  { request, params, principal, identifyAgain, headers }: Identified,
): Promise<Response> {
  const url = new URL(request.url);
  const audit: AuditEntry = {
    organizationId: principal.organizationId,
    linkedAccountId: principal.isWithoutAccount ? null : principal.linkedAccountId,
    actor: principal.actor,
    action: definition.permission,
    route: definition.route,
    status: 200,
    jobId: null,
    ...namedBy(params, url),
    address: request.headers.get(CALLER_ADDRESS_HEADER),
    at: present(),
  };
  const assertMay = ({ permissions }: Principal) => {
    if (!permissions.has(definition.permission)) throw forbidden(definition.permission);
  };
  const judgeAgain = async () => assertMay(await identifyAgain());
  const body = async () => {
    const given = await readJsonObject(request);
    await judgeAgain();
    return given;
  };
  try {
    assertMay(principal);
    await keepWithin(principal, definition.embed, params, url);
    await assertOnePatient(principal, definition.embed);
    const preconditions = readPreconditions(request.headers);
    if (!definition.conditional) refuseUntagged(preconditions, isRead(request));
    const answer = await definition.handle({
      request,
      url,
      params,
      principal,
      audit,
      body,
      judgeAgain,
    });
    if (!(answer instanceof Response)) await assertAnswerWithin(principal, definition.embed, answer.body);
    if (definition.audit === "after") await auditBefore(answer, audit);
    if (answer instanceof Response) {
      for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
      return request.method === "HEAD" ? headOf(answer) : answer;
    }
    const response = jsonResponse(answer.status, answer.body, { ...headers, ...answer.headers });
    return request.method === "HEAD" ? headOf(response) : response;
  } catch (error) {
    const response = errorResponse(error, definition.route, headers);
    // A refusal that shows patients is a read of them.
    if (error instanceof DomainError && (error.code === "forbidden" || "candidates" in error.details))
      noteAudit({ ...audit, status: response.status });
    return response;
  }
}

/** Returns whether an API client may call a route without an access token (additions §5). */
const isForAlone = ({ alone, permission }: Endpoint): boolean =>
  alone === true || ALONE_PERMISSIONS.some((each) => each === permission);

/** Wraps every route of `/v1`: authentication and rate limit, then `answerTo`. */
export function endpoint(definition: Endpoint): RouteHandler {
  return traceable(definition.route.replace(" ", " /v1"), async (request, context) => {
    try {
      const identifyAgain = () => identify(request, (asked) => authenticate(asked, isForAlone(definition)));
      const principal = await identifyAgain();
      const headers = await countRequest(principal);
      const params = (await context.params) ?? {};
      return await answerTo(definition, { request, params, principal, identifyAgain, headers });
    } catch (error) {
      return errorResponse(error, definition.route);
    }
  });
}

/**
 * Returns the error for a request that no endpoint answers. It counts against the rate limit of the authenticated
 * caller (decisions §11).
 */
async function refusal(request: HttpRequest, error: HttpError): Promise<Response> {
  const principal = await identify(request).catch(() => null);
  const route = String(error.status);
  try {
    return errorResponse(error, route, principal ? await countRequest(principal) : {});
  } catch (tooMany) {
    return errorResponse(tooMany, route);
  }
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof METHODS)[number];

/**
 * Returns a route's handlers: those given, and for every other method a 405 with the error body and the allowed
 * methods. The framework answers HEAD with the route's GET. OPTIONS has a handler here, because the framework's own
 * answer would list every method.
 */
export function routes(given: Partial<Record<Method, Endpoint>>): Record<Method | "OPTIONS", RouteHandler> {
  const offered = METHODS.filter((method) => given[method]);
  const allowed = offered.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])).join(", ");
  const refuse: RouteHandler = (request) => {
    const message = `Method ${request.method} is not allowed here; allowed: ${allowed}`;
    return refusal(request, new HttpError(405, message, { headers: { Allow: allowed } }));
  };
  const handlers = METHODS.map((method) => {
    const definition = given[method];
    return [method, definition ? endpoint(definition) : refuse] as const;
  });
  return { ...(Object.fromEntries(handlers) as Record<Method, RouteHandler>), OPTIONS: refuse };
}

/** Returns the response for every path below `/v1` that the interface does not define. */
export const unknownRoute = (request: HttpRequest): Promise<Response> =>
  refusal(request, new HttpError(404, "Route not found"));
