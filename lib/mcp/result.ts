import type { CallToolResult } from "@modelcontextprotocol/server";

/** Size in bytes of an answer that a conversation can hold; a larger one must be asked for. */
export const FITTING_BYTES = 25_000;

/** Most bytes of an answer besides the text of its result: the message of JSON-RPC, and what the newest revision adds. */
const AROUND_BYTES = 500;

/** Returns the bytes of a value as they are sent: its JSON is a text within JSON, so its quotes and marks are escaped again. */
export const escapedBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(JSON.stringify(value) ?? ""));

/** Returns the bytes of the answer whose result is a body. */
export const sentBytes = (body: unknown): number => escapedBytes(body) + AROUND_BYTES;

/** Returns the result of a tool: the text of a JSON body, once. */
export const resultOf = (text: string, isError: boolean): CallToolResult => ({
  content: [{ type: "text", text }],
  isError,
});
