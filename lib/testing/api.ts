import { keptAnswers } from "#lib/api/answer/kept-answers";
import { INTEGRATOR_PERMISSIONS } from "#lib/catalog/granted-permissions";
import { LINK_PERMISSIONS } from "#lib/security/permissions";
import { type DescribedRoute, describedRoutes } from "./described.ts";

export type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

const modules = import.meta.glob<Record<string, Handler>>("../../app/v1/**/route.ts");

/** Returns a route file's handler for each method, including the refusals of unsupported methods. */
export async function handlersOf(path: string): Promise<Record<string, Handler>> {
  const file = `../../app/v1${path.replaceAll(/\{(\w+)\}/g, "[$1]")}/route.ts`;
  const load = modules[file];
  if (!load) throw new Error(`There is no route file for ${path}`);
  return load();
}

export interface Asked {
  params?: Record<string, string>;
  /** Including the question mark. */
  query?: string;
  headers?: Record<string, string>;
  /** Raw body. */
  body?: string | Uint8Array<ArrayBuffer>;
  /** Overrides the route's method. */
  method?: string;
}

export interface Answered {
  /** Requested path, relative to /v1. */
  path: string;
  status: number;
  headers: Headers;
  /** Body text; empty for a stream, which is closed at once. */
  text: string;
}

/**
 * Calls a documented route like the framework, in a process that keeps no earlier answer (see call). Reads any kind of
 * response.
 */
export async function ask({ method, path }: DescribedRoute, asked: Asked = {}): Promise<Answered> {
  const { params = {}, query = "", headers = {}, body } = asked;
  const address =
    path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent((params[name] ?? "").toWellFormed())) +
    query;
  const handler = (await handlersOf(path))[asked.method ?? method];
  if (!handler) throw new Error(`${path} has no handler for ${asked.method ?? method}`);
  const request = new Request(`http://127.0.0.1:3000/v1${address}`, {
    method: asked.method ?? method,
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    ...(body === undefined ? {} : { body }),
  });
  keptAnswers().clear();
  const response = await handler(request, { params: Promise.resolve(params) });
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
  if (isStream) await response.body?.cancel();
  return {
    path: address,
    status: response.status,
    headers: response.headers,
    text: isStream ? "" : await response.text(),
  };
}

/** Returns the permission that a route requires according to the document. */
export function permissionOf({ operation }: DescribedRoute): string {
  const found = /Permission: `([^`]+)`/.exec(operation.description)?.[1];
  if (!found) throw new Error(`${operation.operationId} names no permission`);
  return found;
}

/** True for routes of link tokens, which no person's session may call. */
export const isOfLinking = (route: DescribedRoute): boolean =>
  LINK_PERMISSIONS.some((permission) => permission === permissionOf(route));

/** True for routes that only the view of a link token may call. */
export const needsLink = (route: DescribedRoute): boolean => route.operation.description.includes("Sent by the view.");

/** True for routes that only an admin's session may call, not an API client. */
export const needsPerson = (route: DescribedRoute): boolean =>
  !(INTEGRATOR_PERMISSIONS.has(permissionOf(route)) || isOfLinking(route)) ||
  route.operation.description.includes("Requires the session of an admin.");

/** Returns whether a route changes something. */
export const isWrite = ({ method }: DescribedRoute): boolean => method !== "GET";

/** Paginated lists. */
export const pagedRoutes = describedRoutes.filter(({ operation }) =>
  operation.parameters.some((parameter) => "name" in parameter && parameter.name === "page_size"),
);

/** Returns the route with this method and path. */
export function route(method: string, path: string): DescribedRoute {
  const found = describedRoutes.find((each) => each.method === method && each.path === path);
  if (!found) throw new Error(`The document has no ${method} ${path}`);
  return found;
}
