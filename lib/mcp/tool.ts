import type { CallToolResult, Tool as ToolListing } from "@modelcontextprotocol/sdk/types.js";
import type { z } from "zod";
import { errorResponse } from "#lib/api/answer/error-response";
import { answerTo, type Endpoint } from "#lib/api/endpoints/endpoint";
import { withSuccess } from "#lib/api/openapi/responses";
import { type JsonSchema, jsonSchema } from "#lib/api/openapi/schema";
import type { HttpRequest } from "#lib/kernel/http-request";
import type { Caller } from "./caller.ts";

type Arguments = Record<string, unknown>;

/** The request to an endpoint for a tool's arguments. */
export interface Asked {
  request: HttpRequest;
  /** The variable parts of the endpoint's path. */
  params: Record<string, string>;
}

/** A tool, derived from one definition. It is listed for the callers who have its permission. */
export interface Tool {
  name: string;
  endpoint: Endpoint;
  /** Describes the tool to a client; made at the first call, since schemas take time. */
  listing(): ToolListing;
  /** Throws an ApiError that names each argument at fault. */
  ask(caller: Caller, given: Arguments): Asked;
}

/** Returns the function's result, which is made at its first call. */
export function lazily<Result>(make: () => Result): () => Result {
  let made: { result: Result } | undefined;
  return () => {
    made ??= { result: make() };
    return made.result;
  };
}

/** Answers a tool's call through the endpoint that answers `/v1`: its permission, limits, tenancy and audit entry apply. */
export async function answerOf(tool: Tool, caller: Caller, given: Arguments): Promise<Response> {
  const { endpoint } = tool;
  const { principal } = caller;
  // A caller who may not use the tool is refused before its arguments are judged.
  const asked = principal.permissions.has(endpoint.permission)
    ? () => tool.ask(caller, given)
    : () => ({ request: caller.request, params: {} });
  try {
    // The message, with the arguments, had arrived before its caller was identified.
    return await answerTo(endpoint, { ...asked(), principal, identifyAgain: async () => principal, headers: {} });
  } catch (error) {
    return errorResponse(error, endpoint.route);
  }
}

/** Returns the schema of a tool's structured content: the body of a successful answer with these fields. */
export const outputSchema = (fields: z.ZodObject) => {
  const { properties, required, $defs } = jsonSchema(withSuccess(fields), "output") as {
    properties: JsonSchema & Record<string, object>;
    required: string[];
    $defs?: JsonSchema;
  };
  return { type: "object" as const, properties, required, additionalProperties: false, ...($defs ? { $defs } : {}) };
};

/**
 * Calls a tool. The answer's body is structured content by the tool's `outputSchema`, and the same as JSON for clients that
 * read text alone: a record's text is always a value within it. A refusal is an error of the tool, whose text has the
 * fields at fault in `errors`.
 */
export async function callTool(tool: Tool, caller: Caller, given: Arguments): Promise<CallToolResult> {
  const response = await answerOf(tool, caller, given);
  const body: Record<string, unknown> = await response.json();
  return {
    content: [{ type: "text", text: JSON.stringify(body) }],
    ...(response.ok && { structuredContent: body }),
    isError: !response.ok,
  };
}
