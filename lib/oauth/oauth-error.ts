import { brand } from "#lib/kernel/brand";

export type OAuthErrorCode =
  | "invalid_client_metadata"
  | "invalid_grant"
  | "invalid_redirect_uri"
  | "invalid_request"
  | "invalid_scope"
  | "invalid_target"
  | "slow_down"
  | "temporarily_unavailable"
  | "unsupported_grant_type";

/** A refusal of the authorization server: a code of RFC 6749, 7591 or 8707, and a sentence for developers. */
export class OAuthError extends Error {
  static {
    brand(OAuthError, "OAuthError");
  }

  readonly code: OAuthErrorCode;
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(code: OAuthErrorCode, description: string, status = 400, headers: Record<string, string> = {}) {
    super(description);
    this.code = code;
    this.status = status;
    this.headers = headers;
  }
}
