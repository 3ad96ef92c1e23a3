import type { CallToolResult, Tool as ToolListing } from "@modelcontextprotocol/server";
import { errorResponse } from "#lib/api/answer/error-response";
import { answerTo, type Endpoint } from "#lib/api/endpoints/endpoint";
import type { HttpRequest } from "#lib/kernel/http-request";
import type { Caller } from "./caller.ts";
import { resultOf } from "./result.ts";

export type Arguments = Record<string, unknown>;

/** The request to an endpoint for a tool's arguments. */
export interface Asked {
  request: HttpRequest;
  /** The variable parts of the endpoint's path. */
  params: Record<string, string>;
}

/** A tool of the protocol. */
export interface Tool {
  name: string;
  /** It is listed for the callers who have this; null: for every caller. */
  permission: string | null;
  /** Describes the tool to a client; made at the first call, since schemas take time. */
  listing(): ToolListing;
  /** Answers a call with JSON. */
  answer(caller: Caller, given: Arguments): Promise<Response>;
}

/** Returns the function's result, which is made at its first call. */
export function lazily<Result>(make: () => Result): () => Result {
  let made: { result: Result } | undefined;
  return () => {
    made ??= { result: make() };
    return made.result;
  };
}

/**
 * Answers a call through the endpoint that answers `/v1`: its permission, limits, tenancy and audit entry apply. `ask` throws
 * a DomainError that names each argument at fault.
 */
export async function answerThrough(endpoint: Endpoint, caller: Caller, ask: () => Asked): Promise<Response> {
  const { principal } = caller;
  // A caller who may not use the tool is refused before its arguments are judged.
  const asked = principal.permissions.has(endpoint.permission) ? ask : () => ({ request: caller.request, params: {} });
  try {
    // The message, with the arguments, had arrived before its caller was identified.
    return await answerTo(endpoint, { ...asked(), principal, identifyAgain: async () => principal, headers: {} });
  } catch (error) {
    return errorResponse(error, endpoint.route);
  }
}

/**
 * Calls a tool. The result is the answer's body as JSON, once: a record's text is always a value within it. A refusal is an
 * error of the tool, whose text has the fields at fault in `errors`.
 */
export async function callTool(tool: Tool, caller: Caller, given: Arguments): Promise<CallToolResult> {
  const response = await tool.answer(caller, given);
  return resultOf(await response.text(), !response.ok);
}
