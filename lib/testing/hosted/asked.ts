import type { AnyBody } from "#lib/testing/any-body";
import type { HostedServer } from "./server.ts";

export interface Answered {
  status: number;
  body: AnyBody;
  headers: Headers;
}

interface Request {
  method?: string;
  body?: unknown;
  /** In place of the three headers. */
  headers?: Record<string, string>;
}

/** Asks the service as a caller does. Rejects if the connection ends without an answer. */
export async function ask(
  { connection }: HostedServer,
  path: string,
  { method, body, headers }: Request = {},
): Promise<Answered> {
  const { base_url, ...three } = connection;
  const isForm = body instanceof FormData;
  const response = await fetch(`${base_url}${path}`, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: {
      ...(headers ?? three),
      ...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type") === "application/json";
  return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
}
