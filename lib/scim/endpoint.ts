import { ANSWER_LENGTH_HEADER } from "#lib/api/answer/answer-length";
import { errorResponse, jsonResponse } from "#lib/api/answer/error-response";
import { CALLER_ADDRESS_HEADER } from "#lib/api/request/peer";
import { countCaller } from "#lib/api/request/rate-limit";
import { ApiError } from "#lib/kernel/api-error";
import { readJsonObject } from "#lib/kernel/body";
import type { HttpRequest } from "#lib/kernel/http-request";
import { scimCaller } from "./caller.ts";
import type { ScimRequest } from "./change-users.ts";
import { ScimError } from "./scim-error.ts";

const ERROR = "urn:ietf:params:scim:api:messages:2.0:Error";
const TYPE = { "content-type": "application/scim+json; charset=utf-8" };
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

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
  body?: { meta?: { location: string } } & Record<string, unknown>;
}

type Handle = (call: ScimCall) => Promise<ScimAnswer>;
type Handler = (
  request: HttpRequest,
  context: { params: Promise<Record<string, string> | undefined> },
) => Promise<Response>;

/** Returns an error as RFC 7644 section 3.12 has it. Any error but an ApiError states its status alone. */
async function scimError(error: unknown, route: string): Promise<Response> {
  const plain = errorResponse(error, route);
  const { message } = (await plain.clone().json()) as { message: string };
  const headers = new Headers(plain.headers);
  // Those of the other body.
  for (const name of ["content-type", "cache-control", ANSWER_LENGTH_HEADER]) headers.delete(name);
  const scimType = error instanceof ScimError ? { scimType: error.scimType } : {};
  const body = { schemas: [ERROR], status: String(plain.status), ...scimType, detail: message };
  return jsonResponse(plain.status, body, { ...Object.fromEntries(headers), ...TYPE });
}

async function answer(handle: Handle, route: string, request: HttpRequest, id: string): Promise<Response> {
  const caller = await scimCaller(request);
  const headers = await countCaller(`scim:${caller.id}`);
  const { status, body } = await handle({
    caller,
    route,
    id,
    query: new URL(request.url).searchParams,
    address: request.headers.get(CALLER_ADDRESS_HEADER),
    async body() {
      const given = await readJsonObject(request, ["application/scim+json"]);
      // The body may come long after its head.
      await scimCaller(request);
      return given;
    },
  });
  if (!body) return new Response(null, { status, headers });
  const location = body.meta ? { location: body.meta.location } : {};
  return jsonResponse(status, body, { ...headers, ...TYPE, ...location });
}

/** Returns the handlers of a route of `/scim/v2`; every other method is 405. */
export function scimRoutes(path: string, given: Partial<Record<Method, Handle>>): Record<Method, Handler> {
  const allowed = Object.keys(given).join(", ");
  const handlers = METHODS.map((method): [Method, Handler] => {
    const route = `${method} /scim/v2${path}`;
    const handle = given[method];
    return [
      method,
      async (request, context) => {
        try {
          if (handle) return await answer(handle, route, request, (await context.params)?.id ?? "");
          await scimCaller(request);
          throw new ApiError(405, `Allowed: ${allowed}`, { headers: { Allow: allowed } });
        } catch (error) {
          return scimError(error, route);
        }
      },
    ];
  });
  return Object.fromEntries(handlers) as Record<Method, Handler>;
}
