import { assertPlain, readCapped } from "#lib/kernel/body";
import type { HttpRequest } from "#lib/kernel/http-request";
import { OAuthError } from "#lib/oauth/oauth-error";

const FORM = "application/x-www-form-urlencoded";

const invalidRequest = (description: string) => new OAuthError("invalid_request", description);

/** The parameters of a form. */
export interface Form {
  /** Returns a parameter, or null; an empty one counts as absent (RFC 6749, section 3.2). */
  optional(name: string): string | null;
  /** Returns a parameter. Throws an OAuthError that names it. */
  required(name: string): string;
}

/** Reads the form in a request's body (RFC 6749, section 3.2). Throws an OAuthError, or a DomainError of 413 or 415. */
export async function readForm(request: HttpRequest): Promise<Form> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== FORM) throw invalidRequest(`The body must be a form: send Content-Type: ${FORM}`);
  assertPlain(request.headers);
  const text = new TextDecoder().decode(await readCapped(request));
  const fields = new URLSearchParams(text);
  for (const name of fields.keys()) {
    if (fields.getAll(name).length > 1) throw invalidRequest("A parameter must not come more than once");
  }
  const optional = (name: string) => fields.get(name) || null;
  return {
    optional,
    required(name) {
      const value = optional(name);
      if (value === null) throw invalidRequest(`${name} is missing`);
      return value;
    },
  };
}
