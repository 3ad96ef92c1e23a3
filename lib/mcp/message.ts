import {
  CallToolRequestSchema,
  ErrorCode,
  InitializeRequestSchema,
  JSONRPCMessageSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  PingRequestSchema,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { z } from "zod";
import { ApiError } from "#lib/kernel/api-error";
import { NOT_JSON, readJson } from "#lib/kernel/body";
import { fieldName } from "#lib/kernel/field-error";
import type { HttpRequest } from "#lib/kernel/http-request";

/** A message of JSON-RPC that the protocol's server can take. */
export type Message = Record<string, unknown>;

/** Why a message is not taken, for JSON-RPC's error object. */
interface Refusal {
  code: ErrorCode;
  reason: string;
}

/** What each request that is answered here takes. */
const REQUESTS = new Map<string, z.ZodType>(
  Object.entries({
    initialize: InitializeRequestSchema,
    ping: PingRequestSchema,
    "tools/list": ListToolsRequestSchema,
    "tools/call": CallToolRequestSchema,
    "resources/list": ListResourcesRequestSchema,
    "resources/templates/list": ListResourceTemplatesRequestSchema,
    "resources/read": ReadResourceRequestSchema,
  }),
);

/** JSON's names of the types that schemas expect. */
const EXPECTED: Record<string, string> = {
  object: "an object",
  record: "an object",
  array: "an array",
  string: "a string",
  number: "a number",
  int: "an integer",
  boolean: "true or false",
};

const isObject = (value: unknown): value is Message =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** Returns the id by which a client finds the answer to its message; null if it has none that could be one. */
const idOf = (message: unknown): string | number | null => {
  const id = isObject(message) ? message.id : null;
  return typeof id === "string" || Number.isSafeInteger(id) ? (id as string | number) : null;
};

/** Returns a sentence for each part of a message that is not as a schema says. */
function reasonsOf({ issues }: z.ZodError): string {
  const reasons = issues.map((issue) => {
    const field = fieldName(issue.path) || "the message";
    const expected = issue.code === "invalid_type" ? EXPECTED[issue.expected] : undefined;
    return expected === undefined ? `${field} is not valid` : `${field} must be ${expected}`;
  });
  return [...new Set(reasons)].join("; ");
}

/** Returns why a value is no message of JSON-RPC; null if it is one. */
function malformed(value: unknown): string | null {
  if (Array.isArray(value)) return "Batches are not taken: send each message by itself";
  if (!isObject(value)) return "A message must be a JSON object";
  if (value.jsonrpc !== "2.0") return 'jsonrpc must be "2.0"';
  if ("id" in value && idOf(value) === null) return "id must be a string or an integer";
  const isAnswer = "result" in value || "error" in value;
  if (!isAnswer && typeof value.method !== "string") return "method must be a string";
  return null;
}

function refusalOf(value: unknown): Refusal | null {
  const reason = malformed(value);
  if (reason !== null) return { code: ErrorCode.InvalidRequest, reason };
  const { method, params, id } = value as Message;
  if (method !== undefined && params !== undefined && !isObject(params)) {
    return { code: ErrorCode.InvalidParams, reason: "params must be an object" };
  }
  const own = id === undefined || typeof method !== "string" ? undefined : REQUESTS.get(method);
  const judged = own?.safeParse(value);
  if (judged?.error) return { code: ErrorCode.InvalidParams, reason: reasonsOf(judged.error) };
  if (JSONRPCMessageSchema.safeParse(value).success) return null;
  return { code: ErrorCode.InvalidRequest, reason: "The message is not one of the Model Context Protocol" };
}

/** A request is answered as such; what is none, by a refusal of the HTTP request. */
const statusOf = (value: unknown, { code }: Refusal): number =>
  code === ErrorCode.InvalidParams && idOf(value) !== null ? 200 : 400;

function answerTo(value: unknown, refusal: Refusal): Response {
  const error = { code: refusal.code, message: refusal.reason };
  const body = { jsonrpc: "2.0", id: idOf(value), error };
  return Response.json(body, { status: statusOf(value, refusal) });
}

/**
 * Reads the one message of a request. What is no message, or a request whose parameters are not those of its method, is
 * answered here with the reason: -32700 for no JSON, -32600 for no message, -32602 for parameters. Throws 408, 413 and
 * 415.
 */
export async function readMessage(request: HttpRequest): Promise<Message | Response> {
  let value: unknown;
  try {
    value = await readJson(request);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    const code = error.message === NOT_JSON ? ErrorCode.ParseError : ErrorCode.InvalidRequest;
    return answerTo(null, { code, reason: error.message });
  }
  const refusal = refusalOf(value);
  return refusal ? answerTo(value, refusal) : (value as Message);
}
