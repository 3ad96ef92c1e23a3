import { ApiError } from "#lib/kernel/api-error";
import { brand } from "#lib/kernel/brand";

export type RefusedReason = "expired" | "revoked" | "unknown";

/**
 * 401 for a bearer token, with its reason (RFC 6750): a caller can distinguish a token that has ended from one that never existed.
 */
export class TokenRefused extends ApiError {
  static {
    brand(TokenRefused, "TokenRefused");
  }

  readonly reason: RefusedReason;

  constructor(reason: RefusedReason, message: string) {
    super(401, message, {
      headers: { "www-authenticate": `Bearer error="invalid_token", error_description="${reason}"` },
    });
    this.reason = reason;
  }
}

/** Returns the token of `Authorization: Bearer …`, or null without that header. */
export const bearerToken = (headers: Headers): string | null =>
  /^Bearer (\S+)$/i.exec(headers.get("authorization")?.trim() ?? "")?.[1] ?? null;
