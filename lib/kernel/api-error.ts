/**
 * An answer other than success that a caller of `/v1` may see (interface section 7).
 * The body is `{ success: false, message, ...extra }`.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly extra: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    message: string,
    options: { extra?: Record<string, unknown>; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.extra = options.extra ?? {};
    this.headers = options.headers ?? {};
  }
}

export const badRequest = (message: string) => new ApiError(400, message);
export const unauthorized = (message = "Missing or invalid credentials") => new ApiError(401, message);
export const forbidden = (permission: string) =>
  new ApiError(403, `Not allowed: this needs the permission ${permission}`);
export const notFound = (what: string) => new ApiError(404, `${what} not found`);
