import { errorResponse } from "#lib/api/answer/error-response";
import { assertPlain } from "#lib/kernel/body";
import { badRequest, DomainError } from "#lib/kernel/domain-error";

const FORM = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json";

async function isObject(request: Request): Promise<boolean> {
  try {
    const value: unknown = await request.json();
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/**
 * Returns the refusal of a POST whose body the sign-in library cannot read, and would answer with 500; null for a form and for
 * a JSON object. A form is not touched, and JSON is read from a copy.
 */
export async function refuseBody(request: Request): Promise<Response | null> {
  if (request.method !== "POST") return null;
  const route = "POST /api/auth";
  try {
    assertPlain(request.headers);
  } catch (error) {
    return errorResponse(error, route);
  }
  const type = request.headers.get("content-type") ?? "";
  if (type.includes(FORM)) return null;
  if (!type.includes(JSON_TYPE))
    return errorResponse(
      new DomainError("unsupported_type", `Send a form (${FORM}) or a JSON object (${JSON_TYPE})`),
      route,
    );
  return (await isObject(request.clone())) ? null : errorResponse(badRequest("The body must be a JSON object"), route);
}
