import { keptAnswers } from "#lib/api/answer/kept-answers";
import type { AnyBody } from "./any-body.ts";
import { undescribed } from "./described.ts";

type Handler = (
  request: Request,
  context: { params: Promise<Record<string, string> | undefined> },
) => Promise<Response>;

export interface CallOptions {
  headers?: Record<string, string>;
  body?: unknown;
  params?: Record<string, string>;
}

/**
 * Calls a route handler like the framework, in a process that keeps no earlier answer: tests change rows behind its
 * back. Reads its JSON response. Throws if the exchange deviates from the
 * OpenAPI document, so that each API test checks the document as well.
 */
export async function call(
  handler: Handler,
  method: string,
  path: string,
  { headers = {}, body, params }: CallOptions = {},
): Promise<{ status: number; headers: Headers; body: AnyBody }> {
  const sent = {
    method,
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  };
  keptAnswers().clear();
  const response = await handler(new Request(`http://127.0.0.1:3000/v1${path}`, sent), {
    // The framework resolves to undefined for a route without path parameters.
    params: Promise.resolve(params),
  });
  const { status } = response;
  const answer = { status, headers: response.headers, body: await response.json() };
  const problems = undescribed({ method, path, headers, sent: sent.body, status, body: answer.body });
  // Requests that match no documented route must be refused.
  if (!problems && status !== 405) throw new Error(`${method} ${path} is no route of the OpenAPI document`);
  if (problems && problems.length > 0) {
    throw new Error(`${method} ${path} (${status}) is not as the OpenAPI document says: ${problems.join("; ")}`);
  }
  return answer;
}
