import { brand } from "#lib/kernel/brand";
import { DomainError } from "#lib/kernel/domain-error";

export type RefusedReason = "expired" | "revoked" | "unknown";

/**
 * The refusal of a bearer token, with its reason (RFC 6750): a caller can distinguish a token that has ended from one that never existed.
 */
export class TokenRefused extends DomainError {
  static {
    brand(TokenRefused, "TokenRefused");
  }

  readonly reason: RefusedReason;

  constructor(reason: RefusedReason, message: string) {
    super("unauthenticated", message);
    this.reason = reason;
  }
}

/** Returns the token of `Authorization: Bearer …`, or null without that header. */
export const bearerToken = (headers: Headers): string | null =>
  /^Bearer (\S+)$/i.exec(headers.get("authorization")?.trim() ?? "")?.[1] ?? null;
