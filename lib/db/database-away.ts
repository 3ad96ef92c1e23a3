/** Classes of SQLSTATE that say nothing of what was asked: connection, transaction, resources, operator, system. */
const PASSING_CLASSES = new Set(["08", "25", "40", "53", "55", "57", "58"]);
const SQLSTATE = /^[0-9A-Z]{5}$/;
/** What the driver throws without a code. */
const DISCONNECTED = /connection terminated|not queryable|timeout|pool after calling end/i;

/** The error of the driver behind that of the query builder. */
export function driverError(error: unknown): Error & { code?: string; constraint?: string } {
  if (!(error instanceof Error)) return new Error("Unknown");
  return error.cause instanceof Error ? driverError(error.cause) : error;
}

/** Whether PostgreSQL was away or too busy, as opposed to refusing what it was given. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message } = driverError(error);
  if (code === undefined) return DISCONNECTED.test(message);
  return SQLSTATE.test(code) ? PASSING_CLASSES.has(code.slice(0, 2)) : true;
}
