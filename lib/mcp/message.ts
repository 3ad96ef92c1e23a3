import {
  CallToolRequestSchema,
  InitializeRequestSchema,
  JSONRPCMessageSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  PingRequestSchema,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/core";
import { ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { z } from "zod";
import { NotJson, readJson } from "#lib/kernel/body";
import { DomainError } from "#lib/kernel/domain-error";
import { fieldName } from "#lib/kernel/field-error";
import type { HttpRequest } from "#lib/kernel/http-request";

/** A message of JSON-RPC that the protocol's server can take. */
export type Message = Record<string, unknown>;

/** What a request carries: messages, each of which may be answered already by its refusal. */
export interface Received {
  messages: (Message | Response)[];
  /** A list of messages, answered by a list. */
  isBatch: boolean;
}

/** Why a message is not taken, for JSON-RPC's error object. */
interface Refusal {
  code: ProtocolErrorCode;
  reason: string;
}

/** The only revision with batches, and the one of clients that do not name theirs. */
const BATCH_REVISION = "2025-03-26";
const MOST_IN_BATCH = 50;

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

/** Returns an object without the fields that are null: clients of some languages send these for what they leave out. */
const withoutNulls = (given: Message): Message =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));

/** Returns a request as if its parameters that are null were absent. */
function normalized(value: unknown): unknown {
  if (!isObject(value) || typeof value.method !== "string" || value.params === undefined) return value;
  const { params, ...others } = value;
  if (params === null) return others;
  return isObject(params) ? { ...others, params: withoutNulls(params) } : value;
}

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
  if (!isObject(value)) return "A message must be a JSON object";
  if (value.jsonrpc !== "2.0") return 'jsonrpc must be "2.0"';
  if ("id" in value && idOf(value) === null) return "id must be a string or an integer";
  const isAnswer = "result" in value || "error" in value;
  if (!isAnswer && typeof value.method !== "string") return "method must be a string";
  return null;
}

function refusalOf(value: unknown): Refusal | null {
  const reason = malformed(value);
  if (reason !== null) return { code: ProtocolErrorCode.InvalidRequest, reason };
  const { method, params, id } = value as Message;
  if (method !== undefined && params !== undefined && !isObject(params)) {
    return { code: ProtocolErrorCode.InvalidParams, reason: "params must be an object" };
  }
  const own = id === undefined || typeof method !== "string" ? undefined : REQUESTS.get(method);
  const judged = own?.safeParse(value);
  if (judged?.error) return { code: ProtocolErrorCode.InvalidParams, reason: reasonsOf(judged.error) };
  if (JSONRPCMessageSchema.safeParse(value).success) return null;
  return {
    code: ProtocolErrorCode.InvalidRequest,
    reason: "The message is not one of the Model Context Protocol",
  };
}

/** A request is answered as such; what is none, by a refusal of the HTTP request. */
const statusOf = (value: unknown, { code }: Refusal): number =>
  code === ProtocolErrorCode.InvalidParams && idOf(value) !== null ? 200 : 400;

function answerTo(value: unknown, refusal: Refusal): Response {
  const error = { code: refusal.code, message: refusal.reason };
  const body = { jsonrpc: "2.0", id: idOf(value), error };
  return Response.json(body, { status: statusOf(value, refusal) });
}

/** Returns a value as a message, or as the answer that refuses it. */
function messageOf(given: unknown): Message | Response {
  const value = normalized(given);
  const refusal = refusalOf(value);
  return refusal ? answerTo(value, refusal) : (value as Message);
}

/** Returns why a list of messages is not taken; null if it is. */
function refusedBatch(values: unknown[], revision: string): string | null {
  if (revision !== BATCH_REVISION) return `Batches are of revision ${BATCH_REVISION}: send each message by itself`;
  if (values.length === 0) return "A batch must have a message";
  if (values.length > MOST_IN_BATCH) return `A batch must have at most ${MOST_IN_BATCH} messages`;
  const begins = values.some((value) => isObject(value) && value.method === "initialize");
  return begins ? "initialize must be sent by itself" : null;
}

/**
 * Reads the messages of a request: one, or a list where the revision has lists. What is no message, or a request whose
 * parameters are not those of its method, is answered here with the reason: -32700 for no JSON, -32600 for no message,
 * -32602 for parameters. Throws 408, 413 and 415.
 */
export async function readMessages(request: HttpRequest): Promise<Received> {
  let value: unknown;
  try {
    value = await readJson(request);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "invalid") throw error;
    const code = error instanceof NotJson ? ProtocolErrorCode.ParseError : ProtocolErrorCode.InvalidRequest;
    return { messages: [answerTo(null, { code, reason: error.message })], isBatch: false };
  }
  if (!Array.isArray(value)) return { messages: [messageOf(value)], isBatch: false };
  const reason = refusedBatch(value, request.headers.get("mcp-protocol-version") ?? BATCH_REVISION);
  if (reason === null) return { messages: value.map(messageOf), isBatch: true };
  return { messages: [answerTo(null, { code: ProtocolErrorCode.InvalidRequest, reason })], isBatch: false };
}
