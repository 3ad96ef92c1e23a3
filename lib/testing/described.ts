import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { openApiDocument } from "#lib/api/openapi/document";

/** Request and response of one call, to compare with the document. */
export interface Exchange {
  method: string;
  /** Path relative to /v1, with the query. */
  path: string;
  headers: Record<string, string>;
  /** Request body; undefined if there was none. */
  sent: string | undefined;
  status: number;
  /** JSON of the response. */
  body: unknown;
}

interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  schema: { type?: string };
}

/** The parts of an operation object in the document that exchanges are compared with. */
export interface DescribedOperation {
  operationId: string;
  /** The permission that it needs; an operation's is its id. */
  "x-permission"?: string;
  description: string;
  parameters: (Parameter | { $ref: string })[];
  requestBody?: { required: boolean; content: Record<string, unknown> };
  responses: Record<string, { $ref?: string; content?: Record<string, unknown> }>;
}

export interface DescribedRoute {
  method: string;
  /** Path below /v1, with `{parameters}` in braces. */
  path: string;
  operation: DescribedOperation;
}

const document = openApiDocument();

/**
 * Returns a part of the document without room for further fields. The document leaves it, as later revisions add fields;
 * what this revision answers and sends has exactly the described ones (decisions §5, exactness).
 */
function closed(part: unknown): unknown {
  if (part === null || typeof part !== "object") return part;
  if (Array.isArray(part)) return part.map(closed);
  const within = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, closed(value)]));
  return "properties" in part && "type" in part && part.type === "object"
    ? { additionalProperties: false, ...within }
    : within;
}

/** All routes of the document. */
export const describedRoutes: readonly DescribedRoute[] = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, operation]) => ({
    method: method.toUpperCase(),
    path,
    operation: operation as DescribedOperation,
  })),
);

/** Validators for bodies, and for parameters, whose text is converted to the type in the schema. */
function validator(described: object, coerceTypes: false | "array" = false): Ajv2020 {
  const ajv = new Ajv2020({ allErrors: true, strict: false, coerceTypes });
  addFormats.default(ajv);
  return ajv.addSchema(described, "document");
}
const ofRequests = validator(document);
const ofAnswers = validator(closed(document) as object);
const ofParameters = validator(document, "array");

const pointerPart = (part: string) => part.replaceAll("~", "~0").replaceAll("/", "~1");
const escaped = (part: string) => encodeURIComponent(pointerPart(part));
const pointer = (parts: (string | number)[]) => parts.map((part) => `/${escaped(String(part))}`).join("");

function schemaAt(ajv: Ajv2020, parts: (string | number)[]): ValidateFunction {
  const found = ajv.getSchema(`document#${pointer(parts)}`);
  if (!found) throw new Error(`The document has no schema at ${pointer(parts)}`);
  return found;
}

/** Returns the violations of the document's schema at this location. */
function problemsAt(ajv: Ajv2020, parts: (string | number)[], value: unknown, name: string): string[] {
  const validate = schemaAt(ajv, parts);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${name}${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/** Returns the route that matches a request's path; routes without path parameters take precedence. */
export function routeOf(method: string, path: string): DescribedRoute | undefined {
  const parts = (path.split("?")[0] ?? "").split("/");
  const fits = (route: DescribedRoute) => {
    const own = route.path.split("/");
    return own.length === parts.length && own.every((part, index) => part.startsWith("{") || part === parts[index]);
  };
  const found = describedRoutes.filter((route) => route.method === method && fits(route));
  return found.sort((a, b) => a.path.split("{").length - b.path.split("{").length)[0];
}

const at = ({ method, path }: DescribedRoute) => ["paths", path, method.toLowerCase()];

const namedParameters = new Map<string, Parameter>(Object.entries(document.components.parameters));

function namedParameter(reference: string): Parameter {
  const found = namedParameters.get(reference.split("/").at(-1) ?? "");
  if (!found) throw new Error(`The OpenAPI document has no ${reference}`);
  return found;
}

/** Returns the parameters that were accepted although the document forbids them. */
function parameterProblems(route: DescribedRoute, exchange: Exchange): string[] {
  const query = new URL(exchange.path, "http://127.0.0.1").searchParams;
  const headers = new Headers(exchange.headers);
  return route.operation.parameters.flatMap((parameter, index) => {
    const reference = "$ref" in parameter ? parameter.$ref.split("/").slice(1) : undefined;
    const place = reference ?? [...at(route), "parameters", index];
    const named = "$ref" in parameter ? namedParameter(parameter.$ref) : parameter;
    if (named.in === "path") return [];
    const given = named.in === "query" ? query.get(named.name) : headers.get(named.name);
    if (given === null || given === "") return named.required ? [`${named.name} is required`] : [];
    const value = named.schema.type === "array" ? given.split(",").map((part) => part.trim()) : given;
    // Coercion modifies the containing object.
    return problemsAt(ofParameters, [...place, "schema"], value, named.name);
  });
}

/** Returns a body without the fields whose null counts as absent, since the schema does not allow it (decisions §4). */
function withoutRefusedNulls(validate: ValidateFunction, body: unknown): unknown {
  const refused = new Set(validate(body) ? [] : (validate.errors ?? []).map(({ instancePath }) => instancePath));
  const kept = (value: unknown, path: string): unknown => {
    if (value === null || typeof value !== "object") return value;
    if (Array.isArray(value)) return value.map((entry, index) => kept(entry, `${path}/${index}`));
    const parts = Object.entries(value).map(([name, part]) => [name, part, `${path}/${pointerPart(name)}`] as const);
    const left = parts.filter(([, part, at]) => part !== null || !refused.has(at));
    return Object.fromEntries(left.map(([name, part, at]) => [name, kept(part, at)]));
  };
  return kept(body, "");
}

function requestProblems(route: DescribedRoute, exchange: Exchange): string[] {
  const problems = parameterProblems(route, exchange);
  if (!route.operation.requestBody) return problems;
  if (exchange.sent === undefined) return route.operation.requestBody.required ? ["a body is required"] : problems;
  const place = [...at(route), "requestBody", "content", "application/json", "schema"];
  const body = withoutRefusedNulls(schemaAt(ofRequests, place), JSON.parse(exchange.sent));
  return [...problems, ...problemsAt(ofRequests, place, body, "request")];
}

/** Returns a response's deviations from the document; a JSON body is checked against the schema of its status. */
export function answerProblems(route: DescribedRoute, { status, body }: { status: number; body: unknown }): string[] {
  const response = route.operation.responses[status];
  if (!response) return [`the status ${status} is not described`];
  const place = response.$ref ? response.$ref.split("/").slice(1) : [...at(route), "responses", status];
  return problemsAt(ofAnswers, [...place, "content", "application/json", "schema"], body, "answer");
}

/**
 * Returns an exchange's deviations from the document: an undocumented status or body, or an accepted request that the
 * schema forbids. Undefined if the document has no such route.
 */
export function undescribed(exchange: Exchange): string[] | undefined {
  const route = routeOf(exchange.method, exchange.path);
  if (!route) return undefined;
  const problems = answerProblems(route, exchange);
  return exchange.status < 300 ? [...problems, ...requestProblems(route, exchange)] : problems;
}

/** Returns an event's violations of the schema that the document's webhooks define for its type. */
export function undescribedEvent(event: { type: string }): string[] {
  return problemsAt(
    ofAnswers,
    ["webhooks", event.type, "post", "requestBody", "content", "application/json", "schema"],
    event,
    "event",
  );
}
