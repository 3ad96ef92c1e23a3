import type { LoggerInstance } from "next-auth";
import { logger } from "#lib/kernel/logger";

function errorIn(given: unknown): Error | null {
  if (given instanceof Error) return given;
  const { error } = (given ?? {}) as { error?: unknown };
  return error instanceof Error ? error : null;
}

/** Logs the sign-in library's errors without their messages, which may quote a token or a person. */
export const signInLog: LoggerInstance = {
  error(what, given) {
    const error = errorIn(given);
    const code = (error as NodeJS.ErrnoException | null)?.code;
    logger.warn({ operation: what, error_name: error?.name, code }, "the sign-in library could not go on");
  },
  warn: () => undefined,
  debug: () => undefined,
};
