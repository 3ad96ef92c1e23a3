import { errorResponse, jsonResponse } from "#lib/api/answer/error-response";
import { assertAnswerWithin, keepWithin } from "#lib/api/identity/embed-limits";
import { identify } from "#lib/api/identity/identify";
import { CALLER_ADDRESS_HEADER } from "#lib/api/request/peer";
import { countRequest } from "#lib/api/request/rate-limit";
import type { EmbedLimit } from "#lib/definitions/embed-limit";
import { ApiError, forbidden } from "#lib/kernel/api-error";
import type { Principal } from "#lib/kernel/principal";
import { isStorable } from "#lib/kernel/storable-text";
import { type AuditEntry, auditRead, noteAudit } from "#lib/security/audit/audit-log";

export interface Call {
  request: Request;
  url: URL;
  /** The address's variable parts. */
  params: Record<string, string>;
  principal: Principal;
  /** The audit entry of this call, to be completed and written with what it changes. */
  audit: AuditEntry;
}

/** What a route answers: a JSON body with its status, or a response of its own making, such as a stream. */
export type Answer = { status: number; body: Record<string, unknown>; headers?: Record<string, string> } | Response;

export interface Endpoint {
  /** Method and route template, such as `GET /jobs/{job_id}`. */
  route: string;
  permission: string;
  /** How it keeps an embedded view within the one patient or job that the view was made for. */
  embed: EmbedLimit;
  /**
   * Who writes the audit entry of a success: `handler` in its own transaction, `after` for reads of patients' data, before
   * their answer leaves, `none` for what concerns no patient.
   */
  audit: "handler" | "after" | "none";
  handle(call: Call): Promise<Answer>;
}

const LONGEST_NAME = 200;

/** A name that a caller gave, as the audit log can keep it. */
const nameOf = (given: string | null | undefined): string | null =>
  given && isStorable(given) ? given.slice(0, LONGEST_NAME).toWellFormed() : null;

/** What an address names: a record by its variable part, and a patient by that or by its query. */
const namedBy = (params: Record<string, string>, url: URL) => ({
  resource: nameOf(Object.values(params)[0]),
  patientMrn: nameOf(params.mrn ?? url.searchParams.get("patient_mrn")),
});

/** The framework gives no `params` at all where a path has no variable part. */
type RouteHandler = (
  request: Request,
  context: { params: Promise<Record<string, string> | undefined> },
) => Promise<Response>;

/** The response to HEAD: what GET would answer, without the body that it would send. */
async function headOf(response: Response): Promise<Response> {
  await response.body?.cancel();
  return new Response(null, { status: response.status, headers: response.headers });
}

/** Notes a read; an answer that is a stream is ended where that fails. */
async function auditBefore(answer: Answer, entry: AuditEntry): Promise<void> {
  try {
    await auditRead(entry);
  } catch (error) {
    if (answer instanceof Response) await answer.body?.cancel();
    throw error;
  }
}

/**
 * The one wrapper of `/v1`, in this order: who calls, how often, may they, is it within what an
 * embedded view was made for, the handler, the audit entry. Every
 * failure becomes the error body of interface section 7.
 */
export function endpoint(definition: Endpoint): RouteHandler {
  return async (request, context) => {
    let headers: Record<string, string> = {};
    let audit: AuditEntry | undefined;
    try {
      const principal = await identify(request);
      const params = (await context.params) ?? {};
      const url = new URL(request.url);
      audit = {
        organizationId: principal.organizationId,
        linkedAccountId: principal.linkedAccountId,
        actor: principal.actor,
        action: definition.permission,
        route: definition.route,
        status: 200,
        jobId: null,
        ...namedBy(params, url),
        address: request.headers.get(CALLER_ADDRESS_HEADER),
        at: new Date(),
      };
      headers = await countRequest(principal);
      if (!principal.permissions.has(definition.permission)) throw forbidden(definition.permission);
      keepWithin(principal, definition.embed, params, url);
      const answer = await definition.handle({
        request,
        url,
        params,
        principal,
        audit,
      });
      if (!(answer instanceof Response)) assertAnswerWithin(principal, definition.embed, answer.body);
      if (definition.audit === "after") await auditBefore(answer, audit);
      if (answer instanceof Response) {
        for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
        return request.method === "HEAD" ? headOf(answer) : answer;
      }
      const response = jsonResponse(answer.status, answer.body, { ...headers, ...answer.headers });
      return request.method === "HEAD" ? headOf(response) : response;
    } catch (error) {
      if (audit && error instanceof ApiError && error.status === 403) noteAudit({ ...audit, status: 403 });
      return errorResponse(error, definition.route, headers);
    }
  };
}

/** Refuses what no endpoint answers; it counts as a request of whoever is known by their credentials (decisions §11). */
async function refusal(request: Request, error: ApiError): Promise<Response> {
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
 * A route's handlers: those given, and for each other method a 405 with the error body and the methods that there are.
 * The framework answers HEAD by the route's GET. It would answer OPTIONS by itself, with every method that a route names.
 */
export function routes(given: Partial<Record<Method, Endpoint>>): Record<Method | "OPTIONS", RouteHandler> {
  const offered = METHODS.filter((method) => given[method]);
  const allowed = offered.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])).join(", ");
  const refuse: RouteHandler = (request) => {
    const message = `Method ${request.method} is not allowed here; allowed: ${allowed}`;
    return refusal(request, new ApiError(405, message, { headers: { Allow: allowed } }));
  };
  const handlers = METHODS.map((method) => {
    const definition = given[method];
    return [method, definition ? endpoint(definition) : refuse] as const;
  });
  return { ...(Object.fromEntries(handlers) as Record<Method, RouteHandler>), OPTIONS: refuse };
}

/** What every address below `/v1` that is none of the interface's answers. */
export const unknownRoute = (request: Request): Promise<Response> =>
  refusal(request, new ApiError(404, "Route not found"));
