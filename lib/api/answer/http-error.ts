import { brand } from "#lib/kernel/brand";
import { DomainError, type ErrorCode } from "#lib/kernel/domain-error";
import { TokenRefused } from "#lib/security/credentials/token-refused";

/** A refusal that HTTP alone knows, such as that of a method. What the domain refuses is a DomainError. */
export class HttpError extends Error {
  static {
    brand(HttpError, "HttpError");
  }

  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Further fields of the error body. */
  readonly fields: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    message: string,
    { headers = {}, fields = {} }: Partial<Pick<HttpError, "headers" | "fields">> = {},
  ) {
    super(message);
    this.name = "HttpError";
    this.status = status;
    this.headers = headers;
    this.fields = fields;
  }
}

/** The status of each error of the domain (interface section 7). */
const STATUSES: Record<ErrorCode, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  precondition_failed: 412,
  too_large: 413,
  unsupported_type: 415,
  unsupported_coding: 415,
  key_reused: 422,
  too_many: 429,
  unavailable: 503,
};

/** Returns the status of an error of the domain. */
export const statusOf = (code: ErrorCode): number => STATUSES[code];

/** Returns the challenge of a 401, which names a scheme (RFC 9110, section 11.6.1) and why a token was refused (RFC 6750). */
const challengeOf = (error: DomainError): string =>
  error instanceof TokenRefused ? `Bearer error="invalid_token", error_description="${error.reason}"` : "Bearer";

function headersOf(error: DomainError): Record<string, string> {
  const { code, retryAfterSeconds, etag } = error;
  return {
    ...(code === "unauthenticated" && { "www-authenticate": challengeOf(error) }),
    ...(code === "unsupported_coding" && { "accept-encoding": "identity" }),
    ...(retryAfterSeconds !== undefined && { "retry-after": String(retryAfterSeconds) }),
    ...(etag !== undefined && { etag }),
  };
}

/** Returns what HTTP makes of an error; null for an internal one, of which a caller sees nothing. */
export function httpErrorOf(error: unknown): HttpError | null {
  if (error instanceof HttpError) return error;
  if (!(error instanceof DomainError)) return null;
  const { code, message, errors, details } = error;
  const fields = { ...(errors.length > 0 && { errors }), ...details };
  return new HttpError(STATUSES[code], message, { headers: headersOf(error), fields });
}
