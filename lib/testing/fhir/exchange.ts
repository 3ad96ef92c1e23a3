import type { IncomingMessage, ServerResponse } from "node:http";

const FHIR_JSON = "application/fhir+json";

/** An answer: a resource or another object as JSON, or bytes. */
export interface Answer {
  status: number;
  body: object | Buffer | null;
  headers?: Record<string, string>;
}

/** Returns an answer with an OperationOutcome. */
export const outcomeOf = (status: number, code: string, text: string): Answer => ({
  status,
  body: { resourceType: "OperationOutcome", issue: [{ severity: "error", code, details: { text } }] },
});

export const NOT_FOUND = outcomeOf(404, "not-found", "Not found");

/** Returns whether a media type is JSON, FHIR's own or not. */
export const isFhirJson = (type = ""): boolean => /\bjson\b/.test(type);

/** Returns the body of a request; one that is not JSON as a Binary. Throws if its JSON is broken. */
export async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const content = Buffer.concat(await request.toArray());
  const type = request.headers["content-type"] ?? "";
  if (content.byteLength === 0) return undefined;
  if (type.startsWith("application/x-www-form-urlencoded"))
    return Object.fromEntries(new URLSearchParams(content.toString()));
  if (isFhirJson(type)) return JSON.parse(content.toString());
  return { resourceType: "Binary", contentType: type, data: content.toString("base64") };
}

/** Sends an answer. */
export function send(response: ServerResponse, { status, body, headers = {} }: Answer): void {
  if (Buffer.isBuffer(body)) return void response.writeHead(status, headers).end(body);
  response
    .writeHead(status, { "content-type": FHIR_JSON, ...headers })
    .end(body === null ? undefined : JSON.stringify(body));
}
