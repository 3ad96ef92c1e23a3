import type { IncomingMessage, ServerResponse } from "node:http";

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

function refusal({ method = "", url = "" }: IncomingMessage): { status: number; message: string } | null {
  if (!METHODS.has(method)) return { status: 405, message: `Method ${method} is not allowed` };
  try {
    decodeURIComponent(url.split("?")[0] ?? "");
    return null;
  } catch {
    return { status: 404, message: "Route not found" };
  }
}

/**
 * Answers, with the error body of interface section 7, what the framework would answer with a 500: a method that it
 * does not know, and an address whose percent-encoding is broken. False for everything else.
 */
export function refuseMalformed(request: IncomingMessage, response: ServerResponse): boolean {
  const refused = refusal(request);
  if (!refused) return false;
  const { status, message } = refused;
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" });
  response.end(JSON.stringify({ success: false, message }));
  // What else the request carries is not read.
  request.resume();
  return true;
}
