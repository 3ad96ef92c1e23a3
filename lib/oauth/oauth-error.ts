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
  /** When it may be asked again. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: OAuthErrorCode, description: string, { retryAfterSeconds }: { retryAfterSeconds?: number } = {}) {
    super(description);
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
