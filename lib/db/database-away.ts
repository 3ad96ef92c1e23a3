import { DatabaseUnavailable, isPassing, wasAnswered } from "./unavailable.ts";

/** What the driver throws without a code. */
const DISCONNECTED = /connection terminated|not queryable|timeout|pool after calling end/i;

/** The error of the driver behind that of the query builder. */
export function driverError(error: unknown): Error & { code?: string; constraint?: string } {
  if (!(error instanceof Error)) return new Error("Unknown");
  return error.cause instanceof Error ? driverError(error.cause) : error;
}

/** Whether PostgreSQL was away or too busy, inside of a transaction or after it, as opposed to refusing what it was given. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable || isPassing(error)) return true;
  if (wasAnswered(error)) return false;
  const { code, message } = driverError(error);
  return code !== undefined || DISCONNECTED.test(message);
}
