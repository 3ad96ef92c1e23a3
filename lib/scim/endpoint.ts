import { SCIM_FORM } from "#lib/api/answer/error-form";
import { errorResponse, jsonResponse, withErrorBody } from "#lib/api/answer/error-response";
import { HttpError } from "#lib/api/answer/http-error";
import { CALLER_ADDRESS_HEADER } from "#lib/api/request/peer";
import { countCaller } from "#lib/api/request/rate-limit";
import { readJsonObject } from "#lib/kernel/body";
import { DomainError } from "#lib/kernel/domain-error";
import type { HttpRequest } from "#lib/kernel/http-request";
import { scimCaller } from "./caller.ts";
import type { ScimRequest } from "./change-users.ts";
import { projected } from "./projection.ts";
import { ScimError, type ScimType } from "./scim-error.ts";
import { isSeen } from "./version.ts";

const TYPE = { "content-type": SCIM_FORM.contentType };
const READS = ["GET", "HEAD"];
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

export type Method = (typeof METHODS)[number];

/** A request of an authenticated directory. */
export interface ScimCall extends ScimRequest {
  /** The variable part of the path; "" without one. */
  id: string;
  query: URLSearchParams;
  /** The JSON body; `{}` without one. */
  body(): Promise<Record<string, unknown>>;
}

interface ScimAnswer {
  status: 200 | 201 | 204;
  /** Without one the answer is 404. */
  body?: (Record<string, unknown> & { meta?: { location: string; version?: string } }) | undefined;
}

type Handle = (call: ScimCall) => Promise<ScimAnswer>;
type Handler = (request: HttpRequest, context: { params: Promise<object | undefined> }) => Promise<Response>;

/** The kind of fault in a body that could not be read: a value in it, or all of it. */
function kindOf(error: unknown): ScimType | undefined {
  if (!(error instanceof DomainError) || error.code !== "invalid") return undefined;
  return error.errors.length > 0 ? "invalidValue" : "invalidSyntax";
}

/** Returns an error as RFC 7644 section 3.12 has it. An internal one states its status alone. */
async function scimError(error: unknown, route: string): Promise<Response> {
  const plain = errorResponse(error, route);
  const { message } = (await plain.clone().json()) as { message: string };
  const kind = error instanceof ScimError ? error.scimType : kindOf(error);
  const body = { ...SCIM_FORM.bodyOf(plain.status, message), ...(kind && { scimType: kind }) };
  return withErrorBody(plain, body, TYPE);
}

async function answer(handle: Handle, route: string, request: HttpRequest, id: string): Promise<Response> {
  const caller = await scimCaller(request);
  const headers = await countCaller(`scim:${caller.id}`);
  const query = new URL(request.url).searchParams;
  const { status, body } = await handle({
    caller,
    route,
    id,
    query,
    address: request.headers.get(CALLER_ADDRESS_HEADER),
    ifMatch: request.headers.get("if-match"),
    async body() {
      const given = await readJsonObject(request, ["application/scim+json"]);
      // The body may come long after its head.
      await scimCaller(request);
      return given;
    },
  });
  if (status === 204) return new Response(null, { status, headers });
  if (!body) throw new DomainError("not_found", "There is no such resource");
  const { location, version } = body.meta ?? {};
  const named = { ...(location && { location }), ...(version && { etag: version }) };
  if (version && READS.includes(request.method) && isSeen(request.headers.get("if-none-match"), version)) {
    return new Response(null, { status: 304, headers: { ...headers, ...named } });
  }
  const shown = "userName" in body ? projected(body, query) : body;
  return jsonResponse(status, shown, { ...headers, ...TYPE, ...named });
}

/** Returns the variable part of a path, which a URN may have encoded. */
function idIn(params: object | undefined): string {
  const id = params && "id" in params ? String(params.id) : "";
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/** Refuses a method that an address does not have; an address without any method is none. */
async function refuse(request: HttpRequest, allowed: string): Promise<never> {
  await scimCaller(request);
  if (allowed === "") throw new HttpError(404, "There is no such address below /scim/v2");
  throw new HttpError(405, `Allowed: ${allowed}`, { headers: { Allow: allowed } });
}

/** Returns the handlers of a route of `/scim/v2`; every other method is 405, and 404 at an address that has none. */
export function scimRoutes(path: string, given: Partial<Record<Method, Handle>>): Record<Method, Handler> {
  const allowed = Object.keys(given).join(", ");
  const handlers = METHODS.map((method): [Method, Handler] => {
    const route = `${method} /scim/v2${path}`;
    const handle = given[method];
    return [
      method,
      async (request, context) => {
        try {
          return handle
            ? await answer(handle, route, request, idIn(await context.params))
            : await refuse(request, allowed);
        } catch (error) {
          return scimError(error, route);
        }
      },
    ];
  });
  return Object.fromEntries(handlers) as Record<Method, Handler>;
}
