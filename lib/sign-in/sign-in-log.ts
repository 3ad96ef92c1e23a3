import type { LoggerInstance } from "next-auth";
import { logger } from "#lib/kernel/logger";

/** Known beginnings of the sign-in library's error messages; the rest of a message may quote a token or a person. */
const REASONS = [
  "state mismatch",
  "State cookie was missing",
  "PKCE code_verifier cookie was missing",
  "Nonce cookie was missing",
  "nonce mismatch",
  "iss mismatch",
  "unexpected iss value",
  "unexpected issuer",
  "aud mismatch",
  "azp mismatch",
  "sub mismatch",
  "userinfo sub mismatch",
  "JWT expired",
  "JWT not active yet",
  "missing required JWT property",
  "failed to validate JWT signature",
  "failed to decode JWT",
  "unexpected JWT alg",
  "socket hang up",
  "aborted",
  "expected 200 OK",
  "access_denied",
  "invalid_client",
  "invalid_grant",
  "unauthorized_client",
];

function errorIn(given: unknown): Error | null {
  if (given instanceof Error) return given;
  const { error } = (given ?? {}) as { error?: unknown };
  return error instanceof Error ? error : null;
}

/** Logs the sign-in library's errors with a reason from the list only, so that no personal data gets into the log. */
export const signInLog: LoggerInstance = {
  error(what, given) {
    const error = errorIn(given);
    const code = (error as NodeJS.ErrnoException | null)?.code;
    const kind = REASONS.find((reason) => error?.message.includes(reason)) ?? "other";
    logger.warn({ operation: what, kind, code }, "the sign-in library could not go on");
  },
  warn: () => undefined,
  debug: () => undefined,
};
