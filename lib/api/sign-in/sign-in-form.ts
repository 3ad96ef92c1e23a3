import { NextRequest } from "next/server";
import { ApiError } from "#lib/kernel/api-error";

const FORM = "application/x-www-form-urlencoded";

const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === "string";

/** Returns the texts of a JSON object. Throws a 400 for any other JSON. */
function textsOf(json: string): [string, string][] {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new ApiError(400, "The body is not valid JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new ApiError(400, "The body must be a JSON object");
  const entries = Object.entries(value);
  const other = entries.find((entry) => !isText(entry));
  if (other) throw new ApiError(400, `${other[0].slice(0, 100).toWellFormed()} must be text`);
  return entries.filter(isText);
}

/**
 * Returns a request under /api/auth whose body is a form, from a form, a JSON object of texts or no body: the sign-in library
 * fails for everything else. Throws a 400 for other JSON, and a 415 for another type of body.
 */
export async function withForm(request: Request): Promise<NextRequest> {
  if (request.method !== "POST") return new NextRequest(request);
  const type = request.headers.get("content-type") ?? "";
  const text = await request.text();
  const isJson = type.includes("application/json");
  if (text !== "" && !isJson && !type.includes(FORM))
    throw new ApiError(415, `Send a form (${FORM}) or a JSON object (application/json)`);
  const form = new URLSearchParams(isJson && text !== "" ? textsOf(text) : text);
  const headers = new Headers(request.headers);
  headers.set("content-type", FORM);
  headers.delete("content-length");
  return new NextRequest(request.url, { method: "POST", headers, body: form.toString() });
}
