import { brand } from "./brand.ts";
import { type FieldError, fieldErrors, type Problem, problem, sentences } from "./field-error.ts";

/**
 * An error that a caller of `/v1` may see (interface section 7). The body is `{ success: false, message, errors,
 * ...extra }`; only invalid fields have `errors` (decisions §4).
 */
export class ApiError extends Error {
  static {
    brand(ApiError, "ApiError");
  }

  readonly status: number;
  readonly errors: readonly FieldError[];
  readonly extra: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    message: string,
    options: { errors?: readonly FieldError[]; extra?: Record<string, unknown>; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.errors = options.errors ?? [];
    this.extra = options.extra ?? {};
    this.headers = options.headers ?? {};
  }
}

/** Returns the error of a request that has no valid form. */
export const badRequest = (message: string) => new ApiError(400, message);
/** Returns the error of a request without valid credentials; a 401 names a scheme (RFC 9110, section 11.6.1). */
export const unauthorized = (message = "Missing or invalid credentials") =>
  new ApiError(401, message, { headers: { "www-authenticate": "Bearer" } });
/** Returns the error of a caller who lacks a permission. */
export const forbidden = (permission: string) =>
  new ApiError(403, `Not allowed: this needs the permission ${permission}`);
/** Returns the error of a record that the caller's organization does not have. */
export const notFound = (what: string) => new ApiError(404, `${what} not found`);

/** Returns the error of a write that the present state does not allow. */
export const conflict = (message: string) => new ApiError(409, `${message}; nothing was saved`);

/** Returns an error that names the invalid fields, with status 400 by default. */
export const invalid = (problems: Problem | readonly Problem[], status = 400): ApiError => {
  const all = [problems].flat();
  return new ApiError(status, sentences(all), { errors: fieldErrors(all) });
};

/** Returns the 404 for an access token whose user is no longer linked or active (decisions §4). */
export const userNotFound = (): ApiError =>
  invalid(problem("access_token", "belongs to a user who is no longer linked or active", "User not found"), 404);

/** Returns the 404 for a field that names a missing record: "Patient with this patient_mrn not found". */
export const notFoundBy = (field: string, what: string): ApiError =>
  invalid(problem(field, "was not found", `${what} not found`), 404);
